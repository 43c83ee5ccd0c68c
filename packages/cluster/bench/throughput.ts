/**
 * What a shard costs beside its floods, what one and two workers build in a second, and, computed from the cost of a flood, what more cores would build in a
 * day. Needs a redis-server on the PATH. Run: pnpm --filter @pf/cluster bench [--write: the table of the README]
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Grid } from '@pf/grid';
import { formatMap, rooms, seededRandom } from '@pf/grid';
import { partBuilder } from '@pf/preprocess';
import { bundle, hasRedis, Process, RedisServer, until } from '../test/fleet.ts';

/** Sides of square maps of rooms. */
const SIDES = [256, 512, 1024];
const ROUNDS = 3;
const CORES = [10, 100, 1000];
const DAY = 86_400;

const map = (side: number): Grid => rooms(side, side, 17, seededRandom(1));
const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1];

/** Processor time of a flood and of its boxes, in milliseconds: the least of a few rounds. */
function floodCost(grid: Grid): number {
  const build = partBuilder(grid, 'goal-bounds');
  const count = Math.ceil(4e6 / grid.vertexCount);
  // Floods of cells from all over the map; blocked ones are none.
  const cells = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.moves[v] !== 0);
  const chosen = Array.from({ length: count }, (_, i) => cells[Math.floor(((i + 0.5) * cells.length) / count)]);
  const costs: number[] = [];
  for (let round = 0; round < 2 + ROUNDS; round++) {
    const begin = process.cpuUsage();
    for (const v of chosen) build(v, v + 1);
    const { user, system } = process.cpuUsage(begin);
    costs.push((user + system) / 1000 / count);
  }
  return Math.min(...costs);
}

function paper(): string {
  const rows = SIDES.map((side) => {
    const grid = map(side);
    const { free } = grid.terrain;
    const cost = floodCost(grid);
    const coreSeconds = (free * cost) / 1000;
    const maps = CORES.map((cores) => Math.floor((cores * DAY) / coreSeconds).toLocaleString('en'));
    return [`${side} × ${side}`, free.toLocaleString('en'), `${cost.toPrecision(2)} ms`, `${(coreSeconds / 3600).toPrecision(2)} h`, ...maps];
  });
  const head = ['map', 'free cells', 'a flood', 'core time a map', ...CORES.map((cores) => `maps a day, ${cores} cores`)];
  return [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Seconds from the first shard to the last, with a number of worker processes of one thread each. */
async function time(cli: string, workers: number, grid: Grid, shards: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'pf-bench-'));
  const redis = await RedisServer.start();
  const env = { PF_REDIS: redis.address, PF_BLOBS: join(folder, 'blobs') };
  const file = join(folder, 'bench.map');
  await writeFile(file, formatMap(grid));
  const running = Array.from({ length: workers }, () => new Process(cli, ['work', '--workers', '1'], env));
  try {
    await until('the workers wait', () => running.every(({ output }) => output.includes('Working.')));
    const submitted = new Process(cli, ['submit', file, '--kind', 'goal-bounds', '--shards', String(shards)], env);
    const built = (): number => running.reduce((sum, each) => sum + each.count(/^built/), 0);
    await until('the first shards are built', () => built() >= workers, 120);
    const [begin, before] = [performance.now(), built()];
    const total = Math.ceil(grid.vertexCount / Math.ceil(grid.vertexCount / shards));
    await until('all shards are built', () => built() === total, 600);
    const seconds = ((performance.now() - begin) / 1000) * (total / (total - before));
    await submitted.over;
    return seconds;
  } finally {
    for (const each of running) each.kill('SIGKILL');
    await redis.stop();
    await rm(folder, { recursive: true });
  }
}

if (!hasRedis) throw new Error('The benchmark needs a redis-server on the PATH.');
const table = paper();
console.log(`What a day builds: computed from the processor time of one flood, not measured on so many cores.\n\n${table}\n`);
if (process.argv.includes('--write')) {
  const readme = join(process.cwd(), 'README.md');
  const text = await readFile(readme, 'utf8');
  await writeFile(readme, text.replace(/(<!-- bench:paper -->\n)[^]*?(<!-- \/bench -->)/, (_, begin: string, end: string) => `${begin}${table}\n${end}`));
}

const command = await bundle();
try {
  const small = rooms(40, 25, 7, seededRandom(1));
  const local = floodCost(small);
  const shards = 1000;
  const overheads: number[] = [];
  const rates: number[][] = [[], []];
  const large = map(128);
  for (let round = 0; round < ROUNDS; round++) {
    const size = Math.ceil(small.vertexCount / shards);
    const count = Math.ceil(small.vertexCount / size);
    overheads.push(((await time(command.cli, 1, small, shards)) * 1000) / count - local * size);
    for (const workers of [1, 2]) rates[workers - 1].push(large.terrain.free / (await time(command.cli, workers, large, 64)));
  }
  console.log(`A shard costs ${median(overheads).toFixed(2)} ms beside its floods.`);
  const [one, two] = rates.map(median);
  console.log(`Of a map of 128 × 128, one worker builds ${one.toFixed(0)} floods a second, two build ${two.toFixed(0)}: ${(two / one).toFixed(2)} times as many.`);
} finally {
  await command.remove();
}
