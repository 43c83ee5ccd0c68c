import type { Graph } from '@pf/graph';
import { shown } from '@pf/graph/kit';
import type { ArtifactBytes, Section } from './artifact.ts';
import { decodeArtifact } from './artifact.ts';

/** What a section of a kind must be, so that whoever reads it never leaves an array. */
interface SectionRule {
  readonly name: string;
  readonly types: readonly (abstract new (...args: never[]) => Section)[];
  readonly length?: number;
  /** Whole numbers from the first to the last of these. */
  readonly range?: readonly [least: number, most: number];
  /** Offsets into a list of so many entries: from 0 up to its length, never falling. */
  readonly offsetsInto?: number;
}

/** The sections of an artifact, of which its kind has so many at least. */
export function readSections(bytes: ArtifactBytes, kind: string, fingerprint: string, least: number): Section[] {
  const sections = decodeArtifact(bytes, kind, fingerprint);
  if (sections.length >= least) return sections;
  throw new Error(`An artifact of kind "${kind}" has ${least} sections, this one has ${sections.length}: build it anew.`);
}

/**
 * Holds the sections of an artifact, whose checksum has passed, against what its kind says. The checksum stands for what transport and storage do
 * to bytes; this stands for what a forger or a faulty builder does.
 */
export function checkSections(kind: string, sections: readonly Section[], rules: readonly SectionRule[]): void {
  rules.forEach((rule, i) => checkSection(kind, sections[i], rule));
}

/** The range of vertices, `least` lower. */
export function vertices(graph: Graph, least = 0): readonly [number, number] {
  return [least, graph.vertexCount - 1];
}

function checkSection(kind: string, section: Section, { name, types, length, range, offsetsInto }: SectionRule): void {
  const fail = (what: string): never => {
    throw new Error(`The section "${name}" of this artifact of kind "${kind}" ${what}: it was not written by this package; build it anew.`);
  };
  if (!types.some((type) => section instanceof type)) fail(`holds ${section.constructor.name}`);
  if (length !== undefined && section.length !== length) fail(`has ${section.length} entries instead of ${length}`);
  if (range !== undefined) {
    const [least, most] = range;
    for (let i = 0; i < section.length; i++) {
      if (!(section[i] >= least && section[i] <= most)) fail(`holds ${section[i]}, which is not from ${least} to ${most}`);
    }
  }
  if (offsetsInto !== undefined) {
    if (section[0] !== 0) fail(`begins with ${section[0]} instead of 0`);
    for (let i = 1; i < section.length; i++) if (!(section[i] >= section[i - 1])) fail(`falls from ${section[i - 1]} to ${section[i]}`);
    if (section[section.length - 1] !== offsetsInto) fail(`ends with ${section[section.length - 1]} instead of ${offsetsInto}`);
  }
}

/** Throws unless plain data have all of these lists, as building gives them. */
export function checkTables(data: unknown, names: readonly string[], taker: string): void {
  const given = data as Readonly<Record<string, unknown>> | null | undefined;
  for (const name of names) if (!ArrayBuffer.isView(given?.[name])) throw new TypeError(`${taker} takes what was built, with typed arrays ${names.join(', ')}, got ${shown(data)}.`);
}
