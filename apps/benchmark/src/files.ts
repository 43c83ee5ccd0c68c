import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readResult, toCsv, toHtml } from '@pf/bench';
import type { Result } from '@pf/bench';
import { UsageError } from './arguments.ts';

/** A path relative to the folder where the user typed the command. */
export function fromHere(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

const reason = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The folder of the repository: the nearest with `docs/results`, from where the user typed the command upwards. Without one, the folder of the command. */
export function repositoryFolder(): string {
  for (let folder = fromHere('.'); ; folder = dirname(folder)) {
    if (isFolder(join(folder, 'docs/results'))) return folder;
    if (folder === dirname(folder)) return fromHere('.');
  }
}

/** What the folders of each option hold. */
const FOLDERS = {
  maps: '.map and .map.scen files', roads: 'road networks: .gr.bin with .co.bin, DIMACS .gr, or .geojson', robots: 'worlds of SBPL, .cfg with .mprim files, or maps of ROS, .yaml with .pgm files',
  meshes: 'levels, .obj files with y up', dynamicSets: 'dynamic problem sets, .scen files of version 2 with .patch files',
};

/** Throws unless the folder is there. */
export function checkFolder(path: string, option: keyof typeof FOLDERS = 'maps'): void {
  if (!isFolder(path)) throw new UsageError(`There is no folder ${path}: ${option === 'dynamicSets' ? 'pnpm bench dynamic' : `--${option}`} takes a folder of ${FOLDERS[option]}.`);
}

/** Checks before an hour of measuring that the folder is writable. */
export function checkWritable(folder: string): void {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new UsageError(`Nothing can be written to ${folder} (${reason(error)}): name another folder by --report or --json.`);
  }
}

/** The same for a file. */
export function checkFile(path: string): void {
  if (isFolder(path)) throw new UsageError(`${path} is a folder: --json takes the file that the results go to.`);
  checkWritable(dirname(path));
}

/** The results in a file: one, or a list as written by a suite. */
export function readResults(path: string): Result[] {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${reason(error)}).`);
  }
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).map((one) => readResult(one, path));
  } catch (error) {
    // The parser's message quotes part of the file, including line ends.
    throw new UsageError(error instanceof SyntaxError ? `${path} is not JSON.` : (error as Error).message);
  }
}

/** The result of an experiment in `docs/results`. Throws for one of a shorter or unfinished run. */
export function readRecorded(root: string, experiment: string): Result {
  const path = join(root, 'docs/results', `${experiment}.json`);
  const [result] = readResults(path);
  const lacks = result.failure ?? (result.effort === 'full' ? undefined : `${result.effort} form`);
  if (lacks !== undefined) throw new UsageError(`${path} is no full run (${lacks}): make it again by pnpm bench ${experiment} --json docs/results/${experiment}.json.`);
  return result;
}

export function writeJson(path: string, results: readonly Result[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(results.length === 1 ? results[0] : results, undefined, 1)}\n`);
}

/** Writes JSON and CSV of each result, and one page for all; returns the page's path. */
export async function writeReport(folder: string, results: readonly Result[], name?: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const result of results) {
    writeJson(join(folder, `${result.experiment}.json`), [result]);
    writeFileSync(join(folder, `${result.experiment}.csv`), toCsv(result));
  }
  return writePage(folder, results, name);
}

/** Writes one page for all results; returns its path. A page of a single result has its name, unless another is given. */
export async function writePage(folder: string, results: readonly Result[], name?: string): Promise<string> {
  const page = join(folder, `${name ?? (results.length === 1 ? results[0].experiment : 'index')}.html`);
  writeFileSync(page, await toHtml(results));
  return page;
}
