import type { Graph } from '@pf/graph';
import { shown } from '@pf/graph/kit';
import type { ArtifactBytes, Section } from './artifact.ts';
import { decodeArtifact } from './artifact.ts';

/** Rules for a section, so that readers stay within their arrays. */
interface SectionRule {
  readonly name: string;
  readonly types: readonly (abstract new (...args: never[]) => Section)[];
  readonly length?: number;
  /** Whole numbers in this range. */
  readonly range?: readonly [least: number, most: number];
  /** Offsets into a list of this length: ascending from 0 to the length. */
  readonly offsetsInto?: number;
}

/** The sections of an artifact; throws if there are fewer than `least`. */
export function readSections(bytes: ArtifactBytes, kind: string, fingerprint: string, least: number): Section[] {
  const sections = decodeArtifact(bytes, kind, fingerprint);
  if (sections.length >= least) return sections;
  throw new Error(`An artifact of kind "${kind}" has ${least} sections, this one has ${sections.length}: build it anew.`);
}

/**
 * Checks the sections of an artifact against the rules of its kind. The checksum detects damage by transport and storage;
 * this detects forged or badly built artifacts.
 */
export function checkSections(kind: string, sections: readonly Section[], rules: readonly SectionRule[]): void {
  rules.forEach((rule, i) => checkSection(kind, sections[i], rule));
}

/** The range of vertices, starting at `least`. */
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

/** Throws unless plain data have all of these lists, as builders return them. */
export function checkTables(data: unknown, names: readonly string[], caller: string): void {
  const given = data as Readonly<Record<string, unknown>> | null | undefined;
  for (const name of names) if (!ArrayBuffer.isView(given?.[name])) throw new TypeError(`${caller} takes what was built, with typed arrays ${names.join(', ')}, got ${shown(data)}.`);
}
