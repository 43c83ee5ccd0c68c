/** pf-preprocess MAP --kind KIND: builds an artifact of a map file from a shell; bin/pf-preprocess.js imports it. */
import { realpath, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import type { Corners } from '@pf/grid';
import type { BuildKind } from '../parallel/build-kinds.ts';
import { KINDS } from '../parallel/build-kinds.ts';
import type { BuildProgress } from '../parallel/parallel-build.ts';
import { buildInParallel } from '../parallel/parallel-build.ts';
import { folderStore } from './folder-store.ts';
import { nodeWorker } from './node-worker.ts';
import { readWorld } from './read-map.ts';
import { writeWhole } from './write-whole.ts';

const CORNERS: readonly string[] = ['never', 'one', 'always'] satisfies Corners[];
const USAGE = `Usage: pf-preprocess MAP --kind ${KINDS.join('|')} [--out FILE] [--workers N] [--corners ${CORNERS.join('|')}]`;
const HELP = `${USAGE}

Precomputes data for searches on a map file (.map of the Moving AI benchmarks, or .gr of the DIMACS challenge
with its .co in the same folder) and saves it as MAP.KIND.

  goal-bounds        a box for each arc around the goals that it leads to: GoalBounds
  jump-point-bounds  the same at jump points only, a fraction of the size: GoalBounds, for JumpTable
  paths              the first move between all pairs of cells: PathDatabase
  jump-point-paths   the same with rows at jump points only: less memory and build time, slower first moves: PathDatabase
  subgoal-trees      a tree of subgoals for each goal, for agents that move in constant time: SubgoalTrees
  hierarchy          shortcuts for queries on roads with fixed costs: ContractionHierarchy
  customizable       the order of contraction, for costs that change: CustomizableHierarchy
  corner-hierarchy   shortcuts between the corners of a map, built in seconds: CornerHierarchy

  --out FILE         the file to write
  --workers N        number of threads; default: the number of processors
  --corners RULE     whether diagonal steps may pass blocked corners: never (default), one, always

Run the same command again to resume a build that was stopped.`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { kind: { type: 'string' }, out: { type: 'string' }, workers: { type: 'string' }, corners: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) return console.log(HELP);
  const [map] = positionals;
  if (map === undefined || positionals.length > 1) throw new UsageError(`Name one map file, got ${positionals.length}. ${USAGE}`);
  const { kind = '', corners = 'never', out = `${map}.${kind}` } = values;
  if (!KINDS.includes(kind)) throw new UsageError(`--kind must be one of ${KINDS.join(', ')}, got ${JSON.stringify(kind)}.`);
  if (!CORNERS.includes(corners)) throw new UsageError(`--corners must be one of ${CORNERS.join(', ')}, got ${JSON.stringify(corners)}.`);
  const workers = values.workers === undefined ? availableParallelism() : Number(values.workers);
  if (!Number.isInteger(workers) || workers < 1) throw new UsageError(`--workers must be a whole number of at least 1, got ${values.workers ?? ''}.`);
  await checkOut(out, map);
  const world = await readWorld(map, { corners: corners as Corners }).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  const parts = folderStore(`${out}.parts`);
  let started = 0;
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const began = performance.now();
  const artifact = await buildInParallel(world, kind as BuildKind, {
    worker: () => {
      started++;
      return nodeWorker();
    },
    workers,
    signal: stop.signal,
    store: parts,
    onProgress: draw,
  });
  const seconds = (performance.now() - began) / 1000;
  await save(out, artifact);
  await parts.clear();
  process.stderr.write('\n');
  // Less than the option if there were fewer parts to build.
  const built = ['joined from the stored parts', 'built by one worker'][started] ?? `built by ${started} workers`;
  console.log(`${out}: ${artifact.byteLength} bytes, ${kind} of ${'terrain' in world ? `${world.terrain.free} free cells` : `${world.vertexCount} vertices`}, ${built} in ${seconds.toFixed(2)} s.`);
}

class UsageError extends Error {}

/** Checks the output before a build of hours. */
async function checkOut(out: string, map: string): Promise<void> {
  const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (out === '' || (await isFolder(out))) throw new UsageError(`--out must name a file, got ${out === '' ? '""' : `the folder ${out}`}.`);
  if (!(await isFolder(dirname(out)))) throw new UsageError(`There is no folder ${dirname(out)} for --out ${out}: make it first.`);
  // Compares inodes, since links give a file several names.
  const [there, read] = await Promise.all([out, map].map((path) => stat(path, { bigint: true }).catch(() => undefined)));
  if (there !== undefined && there.ino === read?.ino && there.dev === read.dev) throw new UsageError(`--out ${out} is the map itself: name another file.`);
}

/** Writes the artifact atomically, to the target of a link if `out` is one; writes directly to anything that is not a file, such as a pipe. */
async function save(out: string, artifact: ArrayBuffer): Promise<void> {
  const there = await stat(out).catch(() => undefined);
  if (there === undefined) return writeWhole(out, artifact);
  return there.isFile() ? writeWhole(await realpath(out), artifact) : writeFile(out, new Uint8Array(artifact));
}

function draw({ done, total, rate, secondsLeft }: BuildProgress): void {
  if (!process.stderr.isTTY) return;
  const width = 30;
  const full = Math.round((width * done) / total);
  process.stderr.write(`\r[${'#'.repeat(full)}${' '.repeat(width - full)}] ${done} of ${total}, ${Math.round(rate)} a second, ${Math.ceil(secondsLeft)} s left  `);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`\n${message}`);
  const misuse = error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  process.exit(misuse ? 2 : 1);
});
