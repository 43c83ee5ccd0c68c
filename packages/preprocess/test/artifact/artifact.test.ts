import { runInNewContext } from 'node:vm';
import { CompressedGraph, fingerprint } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { signArtifact } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Section } from '../../src/index.ts';
import {
  buildCaseBase, buildPartition, buildRegionTable, ClusterMap, decodeArtifact, encodeArtifact, GoalBounds, Landmarks, loadCaseBase, loadPartition, loadRegionTable, PathDatabase,
  saveCaseBase, savePartition, saveRegionTable, SubgoalTrees,
} from '../../src/index.ts';

const WORLD = '0123456789abcdef';

const sections = fc.array(
  fc.oneof<fc.Arbitrary<Section>[]>(
    fc.uint8Array(), fc.int8Array(), fc.uint16Array(), fc.int16Array(), fc.uint32Array(), fc.int32Array(), fc.float32Array(), fc.float64Array(),
  ),
  { maxLength: 5 },
);

describe('artifacts', () => {
  test('the loaded data equals the saved data, without a copy', () => {
    fc.assert(
      fc.property(sections, fc.stringMatching(/^[a-z-]{1,16}$/), (given, kind) => {
        const saved = encodeArtifact(kind, WORLD, given);
        const loaded = decodeArtifact(saved, kind, WORLD);
        expect(loaded).toEqual(given);
        for (const section of loaded) expect(section.buffer).toBe(saved);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('files read by Node are loaded directly, even as parts of a shared buffer', () => {
    const saved = encodeArtifact('file', WORLD, [Float64Array.of(0.5, 7)]);
    const alone = Buffer.from(saved);
    expect(decodeArtifact(alone, 'file', WORLD)[0].buffer).toBe(saved);
    const shared = new Uint8Array(saved.byteLength + 20);
    shared.set(new Uint8Array(saved), 3);
    for (const part of [Buffer.from(shared.buffer, 3, saved.byteLength), new DataView(shared.buffer, 3, saved.byteLength)]) {
      expect(decodeArtifact(part, 'file', WORLD)).toEqual([Float64Array.of(0.5, 7)]);
    }
    expect(() => decodeArtifact(Buffer.from(shared.buffer, 3, saved.byteLength - 1), 'file', WORLD)).toThrow('cut off');
  });

  test('the same sections give the same bytes, from release to release', () => {
    const saved = new Uint8Array(encodeArtifact('golden', WORLD, [Uint8Array.of(1, 2, 3), Float64Array.of(0.5)]));
    expect(Buffer.from(saved).toString('base64')).toMatchInlineSnapshot(`"QHBmAAEAAADoLNyutXYpYWdvbGRlbgAAAAAAAAAAAAAwMTIzNDU2Nzg5YWJjZGVmAgAAAAAAAAAAAAAAAABcQAAAAAAAAAAAAAAAAAAACEAHAAAAAAAAAAAAAAAAAPA/AQIDAAAAAAAAAAAAAADgPw=="`);
  });

  test('every single flipped bit is rejected', () => {
    const saved = encodeArtifact('flip', WORLD, [Uint16Array.of(1, 2, 3), Float64Array.of(0.5)]);
    for (let bit = 0; bit < saved.byteLength * 8; bit++) {
      const bent = saved.slice(0);
      new Uint8Array(bent)[bit >> 3] ^= 1 << (bit & 7);
      expect(() => decodeArtifact(bent, 'flip', WORLD), `bit ${bit}`).toThrow(Error);
    }
  });

  test('every truncation and every appended byte is rejected', () => {
    const saved = encodeArtifact('cut', WORLD, [Uint16Array.of(1, 2, 3)]);
    for (let n = 0; n < saved.byteLength; n++) expect(() => decodeArtifact(saved.slice(0, n), 'cut', WORLD)).toThrow(/bytes/);
    const longer = new Uint8Array(saved.byteLength + 1);
    longer.set(new Uint8Array(saved));
    expect(() => decodeArtifact(longer.buffer, 'cut', WORLD)).toThrow(/appended to/);
  });

  test('each error names the fault', () => {
    const saved = encodeArtifact('landmarks', WORLD, []);
    expect(() => decodeArtifact(saved, 'goal-bounds', WORLD)).toThrow('holds "landmarks", but "goal-bounds" is needed');
    expect(() => decodeArtifact(saved, 'landmarks', 'ffffffffffffffff')).toThrow('built for the world 0123456789abcdef');
    const newer = saved.slice(0);
    new DataView(newer).setUint32(4, 2, true);
    expect(() => decodeArtifact(newer, 'landmarks', WORLD)).toThrow('has format 2');
    expect(() => decodeArtifact(new ArrayBuffer(100), 'landmarks', WORLD)).toThrow('begins with 0x0');
    expect(() => encodeArtifact('seventeen letters', WORLD, [])).toThrow('1 to 16 ASCII');
    expect(() => encodeArtifact('x', 'not a fingerprint', [])).toThrow('sixteen hexadecimal digits');
    expect(() => decodeArtifact(saved, 'x', '')).toThrow('sixteen hexadecimal digits');
    for (const longer of [`${WORLD}0`, `0${WORLD}`]) expect(() => encodeArtifact('x', longer, [])).toThrow(`gives them, got "${longer}".`);
    expect(() => encodeArtifact('x', WORLD, [new BigInt64Array(1) as never])).toThrow('An artifact holds typed arrays of numbers, got [object BigInt64Array].');
  });

  test.each([
    ['more sections than it has room for', 48, 3, 'This artifact claims 3 sections, for which it is too short.'],
    ['a type of elements that there is none of', 80, 8, 'Section 1 of this artifact does not lie inside it.'],
    ['part of an element', 88, 0.5, 'Section 1 of this artifact does not lie inside it.'],
    ['no number of elements', 88, NaN, 'Section 1 of this artifact does not lie inside it.'],
    ['fewer elements than none', 88, -1, 'Section 1 of this artifact does not lie inside it.'],
    ['elements beyond its end', 88, 2, 'Section 1 of this artifact does not lie inside it.'],
  ])('an artifact with a valid checksum that claims %s is rejected', (_what, at, value, sentence) => {
    const saved = encodeArtifact('forged', WORLD, [Uint8Array.of(), Float64Array.of(1)]);
    const view = new DataView(saved);
    if (at === 88) view.setFloat64(at, value, true);
    else view.setUint32(at, value, true);
    signArtifact(saved);
    expect(() => decodeArtifact(saved, 'forged', WORLD)).toThrow(sentence);
  });
});

/** The rules for one section of a kind: its name; whether its length follows from others; its least and greatest value; whether it holds offsets. */
type Rule = readonly [name: string, what: { readonly fixed?: true; readonly range?: readonly [number, number]; readonly offsets?: true }];

describe('sections are checked against the rules of their kind', () => {
  const line = new CompressedGraph(5, [0, 1, 2, 3].map((v) => [v, v + 1, 1]), { directed: false, coordinates: [0, 0, 1, 0, 2, 0, 3, 0, 4, 0] });
  const grid = Grid.fromRows(['......', '.####.', '......', '.#..#.', '......', '......', '......', '......']);
  const field = new Grid(20, 9);
  const heuristic = (v: number, goal: number): number => Math.abs(v - goal);
  const cases = buildCaseBase(line, { heuristic, cases: 3, random: seededRandom(1), cutoff: 1 });
  const partition = buildPartition(line, { heuristic, cutoff: 1 });
  const regions = buildRegionTable(line, 1);
  const [fixed, offsets, range] = [true, true, [0, 4]] as const;
  const cells = [0, grid.vertexCount - 1] as const;
  const lastPart = partition.partCount - 1;
  const kinds: readonly (readonly [kind: string, of: CompressedGraph | Grid, saved: ArrayBuffer, load: (bytes: ArrayBuffer) => unknown, rules: readonly Rule[]])[] = [
    ['goal-bounds', grid, GoalBounds.build(grid).save(), (bytes) => GoalBounds.load(grid, bytes), [['first arcs', { fixed, offsets }], ['boxes', {}]]],
    ['clusters', field, new ClusterMap(field, { side: 8 }).save(), (bytes) => ClusterMap.load(field, bytes), [['sizes', { fixed }], ['costs', { fixed, range: [0, Infinity] }]]],
    ['paths', line, PathDatabase.build(line).save(), (bytes) => PathDatabase.load(line, bytes), [['places', { fixed }], ['first', { fixed, offsets }], ['words', {}], ['layout', { fixed }]]],
    ['landmarks', line, new Landmarks(line, [0, 4]).save(), (bytes) => Landmarks.load(line, bytes), [['head', { fixed }], ['vertices', { range }], ['from', { fixed, range: [0, Infinity] }]]],
    ['cases', line, saveCaseBase(line, cases), (bytes) => loadCaseBase(line, bytes), [['starts', { range }], ['goals', { fixed, range }], ['first', { fixed, offsets }], ['subgoals', { range }]]],
    ['partition', line, savePartition(line, partition), (bytes) => loadPartition(line, bytes), [
      ['parts', { fixed, range: [-1, lastPart] }], ['seeds', { range }], ['legs', { fixed, range: [-1, partition.first.length - 2] }], ['first', { offsets }], ['subgoals', { range }],
    ]],
    ['regions', line, saveRegionTable(line, regions), (bytes) => loadRegionTable(line, bytes), [['regions', { fixed, range: [-1, regions.regionCount - 1] }], ['subgoals', { fixed, range: [-1, 4] }]]],
    ['subgoal-trees', grid, SubgoalTrees.build(grid).save(), (bytes) => SubgoalTrees.load(grid, bytes), [
      ['first', { fixed, offsets }], ['vertices', { range: cells }], ['parents', { fixed, range: cells }], ['goals', { fixed }],
    ]],
  ];

  test('plain data is loaded as it was saved', () => {
    expect(loadCaseBase(line, saveCaseBase(line, cases))).toEqual(cases);
    expect(loadPartition(line, savePartition(line, partition))).toEqual(partition);
    expect(loadRegionTable(line, saveRegionTable(line, regions))).toEqual(regions);
  });

  test.each(kinds)('%s', (kind, of, saved, load, rules) => {
    const digits = fingerprint(of);
    const sections = decodeArtifact(saved, kind, digits);
    const loading = (...forged: Section[]) => (): unknown => load(encodeArtifact(kind, digits, forged));
    expect(loading(...sections)).not.toThrow();
    const least = kind === 'landmarks' ? 2 : rules.length;
    expect(loading(...sections.slice(0, least - 1))).toThrow(`An artifact of kind "${kind}" has ${least} sections, this one has ${least - 1}: build it anew.`);
    rules.forEach(([name, { fixed = false, range, offsets = false }], k) => {
      const section = sections[k];
      const last = section.length - 1;
      const expectRejected = (forged: Section, what: string): void => {
        const sentence = `The section "${name}" of this artifact of kind "${kind}" ${what}: it was not written by this package; build it anew.`;
        expect(loading(...sections.with(k, forged)), `${name} ${what}`).toThrow(sentence);
      };
      const bent = (at: number, value: number): Section => {
        const copy = section.slice() as Section;
        copy[at] = value;
        return copy;
      };
      expectRejected(new Int8Array(section.length), 'holds Int8Array');
      if (fixed) expectRejected(new (section.constructor as new (of: number[]) => Section)([...section, section[last]]), `has ${last + 2} entries instead of ${last + 1}`);
      if (range !== undefined) {
        const [from, to] = range;
        expect(loading(...sections.with(k, section.slice().fill(from) as Section))).not.toThrow();
        expect(loading(...sections.with(k, section.slice().fill(to) as Section))).not.toThrow();
        expectRejected(bent(0, from - 1), `holds ${from - 1}, which is not from ${from} to ${to}`);
        expectRejected(bent(last, from - 1), `holds ${from - 1}, which is not from ${from} to ${to}`);
        if (to < Infinity) expectRejected(bent(last, to + 1), `holds ${to + 1}, which is not from ${from} to ${to}`);
      }
      if (!offsets) return;
      expectRejected(bent(0, 1), 'begins with 1 instead of 0');
      expectRejected(bent(last - 1, section[last] + 7), `falls from ${section[last] + 7} to ${section[last]}`);
      expectRejected(bent(last, section[last] + 1), `ends with ${section[last] + 1} instead of ${section[last]}`);
    });
  });
});

test.each([
  [undefined, 'undefined'],
  ['arena.goal-bounds', 'string'],
  [[1, 2], 'object'],
  [Promise.resolve(), 'a promise; await it'],
])('rejects %j in place of the bytes of an artifact', (bytes, shown) => {
  expect(() => decodeArtifact(bytes as never, 'landmarks', WORLD)).toThrow(`An artifact is loaded from its bytes, an ArrayBuffer or a view of one, such as await readFile(file): got ${shown}.`);
});

test('a buffer from another realm is accepted, and so is a shared one', () => {
  const saved = encodeArtifact('landmarks', WORLD, [Uint8Array.of(1, 2)]);
  const foreign = runInNewContext('new ArrayBuffer(length)', { length: saved.byteLength }) as ArrayBuffer;
  const shared = new SharedArrayBuffer(saved.byteLength);
  for (const buffer of [foreign, shared]) {
    new Uint8Array(buffer).set(new Uint8Array(saved));
    expect([...decodeArtifact(buffer, 'landmarks', WORLD)[0]]).toEqual([1, 2]);
  }
});
