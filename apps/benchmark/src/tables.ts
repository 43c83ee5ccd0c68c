import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './arguments.ts';
import { readRecorded } from './files.ts';
import { fillRegions } from './regions.ts';

/** The pages with results: the README of the project, of each package and app, and docs. */
export function pages(root: string): string[] {
  const below = (folder: string): string[] => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)).sort().map((name) => join(folder, name)) : []);
  const readmes = [...below('packages'), ...below('apps')].map((folder) => join(folder, 'README.md'));
  const documents = existsSync(join(root, 'docs')) ? readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')).sort().map((name) => join('docs', name)) : [];
  return ['README.md', ...readmes, ...documents].filter((name) => existsSync(join(root, name)));
}

/** The pages that differ from the results, with their correct content. */
export function outdated(root: string): { readonly page: string; readonly text: string }[] {
  return pages(root).flatMap((page) => {
    const before = readFileSync(join(root, page), 'utf8');
    let text;
    try {
      text = fillRegions(before, (experiment) => (existsSync(join(root, 'docs/results', `${experiment}.json`)) ? readRecorded(root, experiment) : undefined));
    } catch (error) {
      throw new UsageError(`${page}: ${(error as Error).message}`);
    }
    return text === before ? [] : [{ page, text }];
  });
}

/** Rewrites them, or with `check` only lists them; returns the exit code. */
export function updateTables(root: string, check: boolean, print: (lines: readonly string[]) => void): number {
  const stale = outdated(root);
  if (!check) for (const { page, text } of stale) writeFileSync(join(root, page), text);
  print(stale.length === 0 ? ['Every table says what the results say.'] : stale.map(({ page }) => `${page}: ${check ? 'differs from docs/results' : 'written anew'}`));
  return check && stale.length > 0 ? 1 : 0;
}
