import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Section } from '../src/index.ts';
import { decodeArtifact, encodeArtifact } from '../src/index.ts';

const WORLD = '0123456789abcdef';

const sections = fc.array(
  fc.oneof<fc.Arbitrary<Section>[]>(
    fc.uint8Array(), fc.int8Array(), fc.uint16Array(), fc.int16Array(), fc.uint32Array(), fc.int32Array(), fc.float32Array(), fc.float64Array(),
  ),
  { maxLength: 5 },
);

describe('artifacts', () => {
  test('what was saved is what is loaded, without a copy', () => {
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

  test('what Node reads from files is loaded as it comes, be it a part of a buffer that many share', () => {
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

  test('every single flipped bit is refused', () => {
    const saved = encodeArtifact('flip', WORLD, [Uint16Array.of(1, 2, 3), Float64Array.of(0.5)]);
    for (let bit = 0; bit < saved.byteLength * 8; bit++) {
      const bent = saved.slice(0);
      new Uint8Array(bent)[bit >> 3] ^= 1 << (bit & 7);
      expect(() => decodeArtifact(bent, 'flip', WORLD), `bit ${bit}`).toThrow(Error);
    }
  });

  test('every truncation and every appended byte is refused', () => {
    const saved = encodeArtifact('cut', WORLD, [Uint16Array.of(1, 2, 3)]);
    for (let n = 0; n < saved.byteLength; n++) expect(() => decodeArtifact(saved.slice(0, n), 'cut', WORLD)).toThrow(/bytes/);
    const longer = new Uint8Array(saved.byteLength + 1);
    longer.set(new Uint8Array(saved));
    expect(() => decodeArtifact(longer.buffer, 'cut', WORLD)).toThrow(/appended to/);
  });

  test('each refusal says what is wrong', () => {
    const saved = encodeArtifact('landmarks', WORLD, []);
    expect(() => decodeArtifact(saved, 'goal-bounds', WORLD)).toThrow('holds "landmarks", and "goal-bounds" was asked for');
    expect(() => decodeArtifact(saved, 'landmarks', 'ffffffffffffffff')).toThrow('built for the world 0123456789abcdef');
    const newer = saved.slice(0);
    new DataView(newer).setUint32(4, 2, true);
    expect(() => decodeArtifact(newer, 'landmarks', WORLD)).toThrow('has format 2');
    expect(() => decodeArtifact(new ArrayBuffer(100), 'landmarks', WORLD)).toThrow('begins with 0x0');
    expect(() => encodeArtifact('seventeen letters', WORLD, [])).toThrow('1 to 16 ASCII');
    expect(() => encodeArtifact('x', 'not a fingerprint', [])).toThrow('sixteen hexadecimal digits');
    expect(() => decodeArtifact(saved, 'x', '')).toThrow('sixteen hexadecimal digits');
  });
});

test.each([
  [undefined, 'undefined'],
  ['arena.goal-bounds', 'string'],
  [[1, 2], 'object'],
  [Promise.resolve(), 'a promise; await it'],
])('%j is not the bytes of an artifact', (bytes, shown) => {
  expect(() => decodeArtifact(bytes as never, 'landmarks', WORLD)).toThrow(`An artifact is loaded from its bytes, an ArrayBuffer or a view of one, such as await readFile(file): got ${shown}.`);
});

test('a buffer from another realm is one, and so is a shared one', () => {
  const saved = encodeArtifact('landmarks', WORLD, [Uint8Array.of(1, 2)]);
  const foreign = runInNewContext('new ArrayBuffer(length)', { length: saved.byteLength }) as ArrayBuffer;
  const shared = new SharedArrayBuffer(saved.byteLength);
  for (const buffer of [foreign, shared]) {
    new Uint8Array(buffer).set(new Uint8Array(saved));
    expect([...decodeArtifact(buffer, 'landmarks', WORLD)[0]]).toEqual([1, 2]);
  }
});
