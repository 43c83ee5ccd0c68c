import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './case.ts';

/** A case that failed once; the tests replay it. */
export interface Fixture {
  readonly player: string;
  readonly message: string;
  /** Its origin. */
  readonly found: string;
  readonly case: Case;
}

/** Writes it under a name made of the failed player and the case; returns the path. */
export function writeFixture(folder: string, fixture: Fixture): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${nameOf(fixture)}.json`);
  writeFileSync(path, `${JSON.stringify(fixture, null, 1)}\n`);
  return path;
}

export function readFixtures(folder: string): { readonly name: string; readonly fixture: Fixture }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.json'.length), fixture: readFixture(join(folder, file)) }));
}

export function readFixture(path: string): Fixture {
  return JSON.parse(readFileSync(path, 'utf8')) as Fixture;
}

function nameOf({ player, case: given }: Fixture): string {
  const who = player
    .toLowerCase()
    .replaceAll('*', '-star')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${who}-${createHash('sha256').update(JSON.stringify(given)).digest('hex').slice(0, 8)}`;
}
