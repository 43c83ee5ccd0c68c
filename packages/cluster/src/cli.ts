#!/usr/bin/env node
/** pf-cluster: submits builds, works on them, says how far they are, and collects what they came to. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Corners } from '@pf/grid';
import type { BuildKind } from '@pf/preprocess';
import { readWorld } from '@pf/preprocess/node';
import type { BuildStatus } from './cluster.ts';
import { Cluster } from './cluster.ts';
import { folderBlobs } from './folder-blobs.ts';
import { Misuse } from './redis.ts';
import type { WorkOptions } from './worker.ts';
import { LEAST_DEAD_AFTER, MOST_DEAD_AFTER, startWork } from './worker.ts';

/** All of them: one that is missing here is a type error. */
const KINDS = Object.keys({ 'goal-bounds': 0, 'jump-point-bounds': 0, paths: 0, 'subgoal-trees': 0, hierarchy: 0, customizable: 0 } satisfies Record<BuildKind, 0>);
const CORNERS = Object.keys({ never: 0, one: 0, always: 0 } satisfies Record<Corners, 0>);
const USAGE = `Usage: pf-cluster submit MAP… --kind ${KINDS.join('|')} [--corners ${CORNERS.join('|')}] [--shards N]
       pf-cluster work [--workers N] [--dead-after SECONDS]
       pf-cluster status
       pf-cluster collect [NAME|ID…] [--out FOLDER] [--wait]

  --redis ADDRESS   redis://HOST:PORT/DATABASE, or rediss:// for TLS. Default: PF_REDIS, or redis://127.0.0.1:6379. A password belongs
                    into PF_REDIS or PF_REDIS_PASSWORD: a command line can be read by everybody on the machine.
  --blobs FOLDER    where maps and results lie: a folder that all machines see. Default: PF_BLOBS.`;

const OPTIONS = {
  redis: { type: 'string' },
  blobs: { type: 'string' },
  kind: { type: 'string' },
  corners: { type: 'string' },
  shards: { type: 'string' },
  workers: { type: 'string' },
  'dead-after': { type: 'string' },
  out: { type: 'string' },
  wait: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new Misuse(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parse();
  const [command, ...words] = positionals;
  if (values.help === true) return console.log(USAGE);
  if (command === 'submit') return submit(words, values);
  if (command === 'work') return work(values);
  if (command === 'status') return status(values);
  if (command === 'collect') return collect(words, values);
  throw new Misuse(`Say what to do: submit, work, status or collect, got ${JSON.stringify(command ?? '')}.\n${USAGE}`);
}

async function submit(maps: string[], values: Values): Promise<void> {
  const { kind = '', corners = 'never' } = values;
  if (maps.length === 0) throw new Misuse(`Name the map files to be submitted.\n${USAGE}`);
  if (!KINDS.includes(kind)) throw new Misuse(`--kind must be one of ${KINDS.join(', ')}, got ${JSON.stringify(kind)}.`);
  if (!CORNERS.includes(corners)) throw new Misuse(`--corners must be one of ${CORNERS.join(', ')}, got ${JSON.stringify(corners)}.`);
  const shards = whole('shards', values.shards);
  const cluster = await Cluster.connect(place(values));
  for (const map of maps) {
    const world = await readWorld(map, { corners: corners as Corners }).catch((error: Error) => {
      throw new Misuse(error.message);
    });
    console.log(line(await cluster.submit(world, kind as BuildKind, { name: basename(map), shards })));
  }
  await cluster.close();
}

async function work(values: Values): Promise<void> {
  const seconds = values['dead-after'] === undefined ? undefined : Number(values['dead-after']);
  const [least, most] = [LEAST_DEAD_AFTER / 1000, MOST_DEAD_AFTER / 1000];
  if (seconds !== undefined && !(seconds >= least && seconds <= most)) {
    throw new Misuse(`--dead-after must be from ${least} to ${most} seconds, got ${values['dead-after']}.`);
  }
  let trouble = '';
  let count = 0;
  const options: WorkOptions = {
    ...place(values),
    workers: whole('workers', values.workers),
    deadAfter: seconds === undefined ? undefined : 1000 * seconds,
    onShard: ({ build, name, shard, shards, milliseconds, outcome, error }) => {
      count++;
      trouble = '';
      const why = error === undefined ? '' : `: ${error}`;
      console.log(`${outcome} shard ${shard} of ${shards} of ${name} (${build}) in ${(milliseconds / 1000).toFixed(2)} s${why}`);
    },
    onTrouble: (message) => {
      // A connection that is lost says so at each attempt to repair it.
      if (message !== trouble) console.error(`${message}; going on when that is mended.`);
      trouble = message;
    },
  };
  const working = await startWork(options);
  console.log('Working.');
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      // Whoever asks twice does not want to wait.
      for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(1));
      console.log('Finishing what was begun.');
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop);
  });
  await working.close();
  console.log(`Stopped after ${count} shards.`);
}

async function status(values: Values): Promise<void> {
  const cluster = await Cluster.connect(place({ blobs: '.', ...values }));
  const { builds, workers, waiting, underWay, toRetry } = await cluster.status();
  console.log(`${workers} workers; ${waiting} shards wait, ${underWay} are under way, ${toRetry} are to be tried again.`);
  for (const build of builds) console.log(line(build));
  await cluster.close();
}

async function collect(wanted: string[], values: Values): Promise<void> {
  const { out = '.', wait = false } = values;
  const cluster = await Cluster.connect(place(values));
  const { builds } = await cluster.status();
  const isCalled = ({ id, names }: BuildStatus, word: string): boolean => word === id || names.includes(word);
  const unknown = wanted.find((word) => !builds.some((build) => isCalled(build, word)));
  if (unknown !== undefined) throw new Misuse(`No build ${JSON.stringify(unknown)} is under way: see pf-cluster status.`);
  const chosen = wanted.length === 0 ? builds : builds.filter((build) => wanted.some((word) => isCalled(build, word)));
  if (chosen.length === 0) console.log('Nothing is under way.');
  await mkdir(out, { recursive: true });
  for (const { id, names, kind } of chosen) {
    try {
      const artifact = await cluster.collect(id, { wait });
      for (const name of names) {
        const plain = fileName(name);
        // Maps of the same name from different folders, and names that no file can have: the id tells them apart.
        const alone = plain === name && builds.filter((other) => other.kind === kind && other.names.includes(name)).length === 1;
        const file = join(out, alone ? `${name}.${kind}` : `${plain}.${id}.${kind}`);
        await writeFile(file, new Uint8Array(artifact));
        console.log(`${file}: ${artifact.byteLength} bytes.`);
      }
      await cluster.forget(id);
    } catch (error) {
      complain(error);
    }
  }
  await cluster.close();
}

/**
 * A name as that of a file in the folder itself: without what separates folders or is forbidden on some system, not hidden, and with room for id and kind
 * in the 255 bytes that a file's name may have.
 */
function fileName(name: string): string {
  return Buffer.from(name).subarray(0, 200).toString().replace(/^\.|[<>:"|?*/\\\p{Cc}]/gu, '_');
}

function line({ id, names, kind, shards, done, setAside, error }: BuildStatus): string {
  const trouble = setAside === 0 ? '' : `; ${setAside} set aside: ${error ?? ''}`;
  return `${id}  ${names.join(', ')}  ${kind}  ${done} of ${shards} shards done (${shards === 0 ? 100 : Math.floor((100 * done) / shards)} %)${trouble}`;
}

function place(values: Values): Pick<WorkOptions, 'address' | 'password' | 'blobs'> {
  const { PF_REDIS, PF_REDIS_PASSWORD, PF_BLOBS } = process.env;
  const folder = values.blobs ?? PF_BLOBS;
  if (folder === undefined) throw new Misuse('Say where maps and results are to lie, by --blobs or PF_BLOBS: a folder that all machines see.');
  return { address: values.redis ?? PF_REDIS ?? 'redis://127.0.0.1:6379', password: PF_REDIS_PASSWORD, blobs: folderBlobs(folder) };
}

function whole(name: string, text: string | undefined): number | undefined {
  const value = text === undefined ? undefined : Number(text);
  if (value !== undefined && !(Number.isInteger(value) && value >= 1)) throw new Misuse(`--${name} must be a whole number of at least 1, got ${text}.`);
  return value;
}

/** The message and nothing else: errors of the client of Redis carry the command that failed, and with it the password. */
function complain(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof Misuse ? 2 : 1;
}

function giveUp(error: unknown): never {
  complain(error);
  process.exit();
}

process.on('uncaughtException', giveUp);
main().catch(giveUp);
