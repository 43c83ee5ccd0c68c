import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { demand } from './player.ts';
import { Game } from './soak-game.ts';

const help = `pnpm soak [options]: a simulated game in one process: an army that avoids collisions, scouts in fog, steered units, edits, orders, units added
and removed, artifacts saved and loaded. Each minute: heap after a collection, frame times, conflicts. At the end: whether memory and frames stayed flat.

  --minutes N     how long (default 60)
  --looks N       reports in that time (default: one a minute, 8 at least)
  --fps N         frames a second at most, as in a game (default: as many as there is time for)
  --seed S        which game (default 1)`;

/** The last quarter may need so much more than the second: bytes for caches of the engine, and a factor for frames, since machines are never quiet. */
const MEMORY_SLACK = 2 ** 21;
const FRAME_SLACK = 1.25;

interface Look {
  readonly bytes: number;
  readonly median: number;
  readonly slow: number;
}

function main(): number {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      looks: { type: 'string' },
      fps: { type: 'string', default: 'Infinity' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const minutes = Number(values.minutes);
  demand(minutes > 0, () => `--minutes takes a number above 0, got ${values.minutes}.`);
  const count = Number(values.looks ?? Math.max(8, Math.round(minutes)));
  // With fewer there are no quarters to compare.
  demand(Number.isInteger(count) && count >= 4, () => `--looks takes a whole number from 4 on, got ${values.looks}.`);
  const fps = Number(values.fps);
  demand(fps > 0, () => `--fps takes a number above 0, got ${values.fps}.`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const seed = Number(values.seed);
  demand(Number.isFinite(seed), () => `--seed takes a number, got ${values.seed}.`);
  const game = new Game(seed);
  const looks: Look[] = [];
  const begin = performance.now();
  // One array for all minutes, so that the record of the times does not grow.
  const times = new Float64Array(2 ** 20);
  const clock = new Int32Array(new SharedArrayBuffer(4));
  while (looks.length < count) {
    let frames = 0;
    for (const end = begin + ((looks.length + 1) / count) * minutes * 60_000; performance.now() < end && frames < times.length;) {
      times[frames++] = game.frame();
      const early = begin + (game.frames / fps) * 1000 - performance.now();
      if (early > 1) Atomics.wait(clock, 0, 0, early);
    }
    const sorted = times.subarray(0, frames).sort();
    collect();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const look = { bytes: heapUsed + arrayBuffers, median: sorted[frames >> 1], slow: sorted[Math.floor(frames * 0.99)] };
    looks.push(look);
    const seconds = ((performance.now() - begin) / 1000).toFixed(0).padStart(5);
    console.log(
      `${seconds} s: ${game.frames} frames, heap ${kilobytes(heapUsed)}, buffers ${kilobytes(arrayBuffers)}, median ${look.median.toFixed(2)} ms, 99th percentile ${look.slow.toFixed(2)} ms; ` +
        `${game.moves} moves, ${game.arrivals} arrivals, ${game.edits} edits, ${game.artifacts} artifacts saved and loaded, ${game.conflicts} conflicts`,
    );
  }
  return judge(looks, game);
}

function judge(looks: readonly Look[], game: Game): number {
  const quarter = (k: number): readonly Look[] => looks.slice(Math.floor((k * looks.length) / 4), Math.floor(((k + 1) * looks.length) / 4));
  const mean = (k: number, key: keyof Look): number => quarter(k).reduce((sum, look) => sum + look[key], 0) / quarter(k).length;
  const growth = mean(3, 'bytes') - mean(1, 'bytes');
  const slower = mean(3, 'median') / mean(1, 'median');
  const tail = mean(3, 'slow') / mean(1, 'slow');
  console.log(`Last quarter against second: memory ${growth < 0 ? '−' : '+'}${kilobytes(Math.abs(growth))}, median frame ${slower.toFixed(2)}×, 99th percentile ${tail.toFixed(2)}×.`);
  const faults = [
    ...(game.conflicts > 0 ? [`${game.conflicts} conflicts, the first of them: ${game.firstConflict}`] : []),
    ...(growth > MEMORY_SLACK ? [`Memory grew by ${kilobytes(growth)}; ${kilobytes(MEMORY_SLACK)} are allowed.`] : []),
    ...(slower > FRAME_SLACK ? [`Frames became slower by ${slower.toFixed(2)}×; ${FRAME_SLACK}× is allowed.`] : []),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log(`No conflict in ${game.moves} moves, flat memory, flat frames.`);
  return faults.length === 0 ? 0 : 1;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} kB`;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
