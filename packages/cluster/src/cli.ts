#!/usr/bin/env node
/** pf-cluster: submits builds, runs workers, shows progress, and collects artifacts. */
import { mkdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Corners } from '@pf/grid';
import type { BuildKind } from '@pf/preprocess';
import { readWorld, writeWhole } from '@pf/preprocess/node';
import type { BuildStatus } from './cluster.ts';
import { Cluster } from './cluster.ts';
import { folderBlobs } from './folder-blobs.ts';
import { MAX_PRIORITY, readBuild, readBuilds } from './queue.ts';
import { connect, UsageError } from './redis.ts';
import type { WorkOptions } from './worker.ts';
import { MIN_DEAD_AFTER, MAX_DEAD_AFTER, startWork } from './worker.ts';

/** All kinds; a missing one is a type error. */
const KINDS = Object.keys({ 'goal-bounds': 0, 'jump-point-bounds': 0, paths: 0, 'jump-point-paths': 0, 'subgoal-trees': 0, hierarchy: 0, customizable: 0, 'corner-hierarchy': 0 } satisfies Record<BuildKind, 0>);
const CORNERS = Object.keys({ never: 0, one: 0, always: 0 } satisfies Record<Corners, 0>);
const USAGE = `Usage: pf-cluster submit MAP… --kind ${KINDS.join('|')} [--corners ${CORNERS.join('|')}] [--shards N] [--priority N]
       pf-cluster work [--workers N] [--dead-after SECONDS]
       pf-cluster status
       pf-cluster collect [NAME|ID…] [--out FOLDER] [--wait]
       pf-cluster forget NAME|ID…        cancels builds; shards in progress are finished

  --redis ADDRESS   redis://HOST:PORT/DATABASE, or rediss:// for TLS. Default: PF_REDIS, or redis://127.0.0.1:6379. Put a password
                    into PF_REDIS or PF_REDIS_PASSWORD: command lines are visible to all users of the machine.
  --blobs FOLDER    the folder of maps and results, which all machines share. Default: PF_BLOBS.
  --priority N      workers take the shards with the highest first: from -1000000 to 1000000, such as --priority=-1. Default: 0.`;

const OPTIONS = {
  redis: { type: 'string' },
  blobs: { type: 'string' },
  kind: { type: 'string' },
  corners: { type: 'string' },
  shards: { type: 'string' },
  priority: { type: 'string' },
  workers: { type: 'string' },
  'dead-after': { type: 'string' },
  out: { type: 'string' },
  wait: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The options of each command, besides --redis and --blobs. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = { submit: ['kind', 'corners', 'shards', 'priority'], work: ['workers', 'dead-after'], status: [], collect: ['out', 'wait'], forget: [] };

type Values = ReturnType<typeof parse>['values'];

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parse();
  const [command, ...words] = positionals;
  if (values.help === true) return console.log(USAGE);
  if (!Object.hasOwn(COMMANDS, command ?? '')) throw new UsageError(`The command must be submit, work, status, collect or forget, got ${JSON.stringify(command ?? '')}.\n${USAGE}`);
  const foreign = Object.keys(values).find((option) => !['redis', 'blobs', ...COMMANDS[command]].includes(option));
  if (foreign !== undefined) throw new UsageError(`${command} has no option --${foreign}.\n${USAGE}`);
  if (command === 'submit') return submit(words, values);
  if (command === 'collect') return collect(words, values);
  if (command === 'forget') return forget(words, values);
  if (words.length > 0) throw new UsageError(`${command} takes no arguments, got ${JSON.stringify(words[0])}.\n${USAGE}`);
  return command === 'work' ? work(values) : status(values);
}

async function submit(maps: string[], values: Values): Promise<void> {
  const { kind = '', corners = 'never' } = values;
  if (maps.length === 0) throw new UsageError(`Give the map files to submit.\n${USAGE}`);
  if (!KINDS.includes(kind)) throw new UsageError(`--kind must be one of ${KINDS.join(', ')}, got ${JSON.stringify(kind)}.`);
  if (!CORNERS.includes(corners)) throw new UsageError(`--corners must be one of ${CORNERS.join(', ')}, got ${JSON.stringify(corners)}.`);
  const shards = whole('shards', values.shards);
  const priority = values.priority === undefined ? undefined : Number(values.priority);
  if (priority !== undefined && !(values.priority !== '' && Number.isInteger(priority) && Math.abs(priority) <= MAX_PRIORITY)) {
    throw new UsageError(`--priority must be a whole number from -${MAX_PRIORITY} to ${MAX_PRIORITY}, got ${values.priority}.`);
  }
  const cluster = await Cluster.connect(locations(values));
  for (const map of maps) {
    const world = await readWorld(map, { corners: corners as Corners }).catch((error: Error) => {
      throw new UsageError(error.message);
    });
    console.log(line(await cluster.submit(world, kind as BuildKind, { name: basename(map), shards, priority })));
  }
  await cluster.close();
}

async function work(values: Values): Promise<void> {
  const seconds = values['dead-after'] === undefined ? undefined : Number(values['dead-after']);
  const [least, most] = [MIN_DEAD_AFTER / 1000, MAX_DEAD_AFTER / 1000];
  if (seconds !== undefined && !(seconds >= least && seconds <= most)) {
    throw new UsageError(`--dead-after must be from ${least} to ${most} seconds, got ${values['dead-after']}.`);
  }
  let trouble = '';
  let count = 0;
  const options: WorkOptions = {
    ...locations(values),
    workers: whole('workers', values.workers),
    deadAfter: seconds === undefined ? undefined : 1000 * seconds,
    onShard: ({ build, name, shard, shards, milliseconds, outcome, error }) => {
      count++;
      trouble = '';
      const why = error === undefined ? '' : `: ${error}`;
      console.log(`${outcome} shard ${shard} of ${shards} of ${name} (${build}) in ${(milliseconds / 1000).toFixed(2)} s${why}`);
    },
    onTrouble: (message) => {
      // A lost connection is reported at each attempt to restore it.
      if (message !== trouble) console.error(`${message}; continuing when that is resolved.`);
      trouble = message;
    },
  };
  const working = await startWork(options);
  console.log('Working.');
  await new Promise<void>((resolve) => {
    let first: number | undefined;
    const stop = (): void => {
      if (first === undefined) console.log('Finishing the shards in progress.');
      // npm forwards signals that the terminal has sent to the whole group of processes: within a second, they count as one.
      else if (performance.now() - first > 1000) process.exit(1);
      first ??= performance.now();
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
  });
  await working.close();
  console.log(`Stopped after ${count} shards.`);
}

async function status(values: Values): Promise<void> {
  const cluster = await Cluster.connect(locations({ blobs: '.', ...values }));
  const { builds, workers, waiting, active, toRetry } = await cluster.status();
  console.log(`${workers} workers; ${waiting} shards wait, ${active} are in progress, ${toRetry} will be retried.`);
  for (const build of builds) console.log(line(build));
  await cluster.close();
}

async function collect(wanted: string[], values: Values): Promise<void> {
  const { out = '.', wait = false } = values;
  const cluster = await Cluster.connect(locations(values));
  const redis = await connect(locations(values));
  const { builds } = await cluster.status();
  /** With the names of builds that were written and forgotten here. */
  const known = new Map<string, Pick<BuildStatus, 'id' | 'names' | 'kind'>>(builds.map((build) => [build.id, build]));
  const chosen = wanted.length === 0 ? builds : called(builds, wanted);
  if (chosen.length === 0) console.log('No build is in progress.');
  await mkdir(out, { recursive: true });
  for (const build of chosen) {
    const { id, kind } = build;
    try {
      const artifact = await cluster.collect(id, { wait });
      // Copies of the map may have been submitted meanwhile, and other maps under their names.
      const { names } = (await readBuild(redis, id)) ?? build;
      if (names.some((name) => !build.names.includes(name))) for (const other of await readBuilds(redis)) known.set(other.id, other);
      for (const name of names) {
        const plain = fileName(name);
        // The id is added for maps of the same name from different folders, and for names that are not valid file names.
        const alone = plain === name && ![...known.values()].some((other) => other.id !== id && other.kind === kind && other.names.includes(name));
        const file = join(out, alone ? `${name}.${kind}` : `${plain}.${id}.${kind}`);
        // A link keeps leading to its file.
        await writeWhole(await realpath(file).catch(() => file), artifact);
        console.log(`${file}: ${artifact.byteLength} bytes.`);
      }
      await cluster.forget(id);
    } catch (error) {
      printError(error);
    }
  }
  redis.disconnect();
  await cluster.close();
}

async function forget(unwanted: string[], values: Values): Promise<void> {
  if (unwanted.length === 0) throw new UsageError(`Give the names or ids of the builds to forget.\n${USAGE}`);
  const cluster = await Cluster.connect(locations({ blobs: '.', ...values }));
  for (const { id, names, kind } of called((await cluster.status()).builds, unwanted)) {
    await cluster.forget(id);
    console.log(`${id}  ${names.join(', ')}  ${kind}  forgotten`);
  }
  await cluster.close();
}

/** The builds with these names or ids. */
function called(builds: readonly BuildStatus[], words: readonly string[]): BuildStatus[] {
  const isCalled = ({ id, names }: BuildStatus, word: string): boolean => word === id || names.includes(word);
  const unknown = words.find((word) => !builds.some((build) => isCalled(build, word)));
  if (unknown !== undefined) throw new UsageError(`No build ${JSON.stringify(unknown)} is in progress: see pf-cluster status.`);
  return builds.filter((build) => words.some((word) => isCalled(build, word)));
}

/**
 * Turns a name into a file name: without separators and characters that some systems forbid, not hidden, and short enough for id, kind and the ending of a
 * partial file within the limit of 255 bytes.
 */
function fileName(name: string): string {
  return Buffer.from(name).subarray(0, 170).toString().replace(/^\.|[<>:"|?*/\\\p{Cc}]/gu, '_');
}

function line({ id, names, kind, shards, done, setAside, error }: BuildStatus): string {
  const failures = setAside === 0 ? '' : `; ${setAside} set aside: ${error ?? ''}`;
  return `${id}  ${names.join(', ')}  ${kind}  ${done} of ${shards} shards done (${shards === 0 ? 100 : Math.floor((100 * done) / shards)} %)${failures}`;
}

function locations(values: Values): Pick<WorkOptions, 'address' | 'password' | 'blobs'> {
  const { PF_REDIS, PF_REDIS_PASSWORD, PF_BLOBS } = process.env;
  // An empty variable counts as none.
  const folder = values.blobs || PF_BLOBS;
  if (!folder) throw new UsageError('Give the folder of maps and results by --blobs or PF_BLOBS. All machines must share it.');
  return { address: values.redis || PF_REDIS || 'redis://127.0.0.1:6379', password: PF_REDIS_PASSWORD, blobs: folderBlobs(folder) };
}

function whole(name: string, text: string | undefined): number | undefined {
  const value = text === undefined ? undefined : Number(text);
  if (value !== undefined && !(Number.isInteger(value) && value >= 1)) throw new UsageError(`--${name} must be a whole number of at least 1, got ${text}.`);
  return value;
}

/** Prints only the message: errors of the Redis client contain the failed command, and with it the password. */
function printError(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function giveUp(error: unknown): never {
  printError(error);
  process.exit();
}

process.on('uncaughtException', giveUp);
main().catch(giveUp);
