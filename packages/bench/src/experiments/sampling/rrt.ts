import { seededRandom } from '@pf/grid';
import { RRT, RRTConnect } from '@pf/sampling';
import type { Signal } from '@pf/graph';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import type { Recorder } from '../../record/recorder.ts';
import type { MapPanel } from '../../record/result.ts';
import { experiment } from '../../record/run.ts';
import { geometricMean, mean, meanInterval, median } from '../../measure/statistics.ts';
import { drawMap } from '../../write/picture.ts';
import { planes, shortestLength, touchingEdges } from '../../worlds/plane.ts';
import type { Plane } from '../../worlds/plane.ts';

const SIZES = {
  tiny: { runs: 2, samples: 500, drawn: 200, timed: 1000 },
  quick: { runs: 8, samples: 16_000, drawn: 600, timed: 100_000 },
  full: { runs: 30, samples: 64_000, drawn: 600, timed: 100_000 },
};
const FIRST_SAMPLES = 250;
const STEP = 1.5;
const ALGORITHMS = [{ name: 'RRT' }, { name: 'RRT*', star: true }, { name: 'Informed RRT*', informed: true }];
/** Enough for every seed; a world that takes more has no path. */
const MOST_SAMPLES = 200_000;

const planner = ({ space }: Plane, seed: number, options: object): RRT => new RRT(space, { random: seededRandom(seed), step: STEP, ...options });

/** Cells of a tenth of a unit: fine enough for straight walls. */
function picture(plane: Plane, title: string, { tree }: RRT, path: readonly (readonly number[])[]): MapPanel {
  const scale = 10;
  const inside = (x: number, y: number): boolean => plane.boxes.some(([x1, y1, x2, y2]) => x >= x1 && x <= x2 && y >= y1 && y <= y2);
  const panel = drawMap({ title, width: plane.width * scale, height: plane.height * scale, cost: (x, y) => (inside((x + 0.5) / scale, (y + 0.5) / scale) ? 0 : 1), paths: [path.map(([x, y]) => [x * scale, y * scale])] });
  const round = (value: number): number => Math.round(value * scale * 10) / 10;
  const segments = Array.from({ length: tree.size }, (_, v) => v).filter((v) => tree.parent[v] >= 0).map((v) => [tree.parent[v], v].flatMap((u) => [round(tree.points[2 * u]), round(tree.points[2 * u + 1])]));
  return { ...panel, segments };
}

/** The trees as the lecture draws them, and RRT* after many samples. */
function draw(plane: Plane, seed: number, drawn: number): MapPanel[] {
  const [plain, star] = ALGORITHMS;
  return [{ ...plain, size: drawn }, { ...star, size: drawn }, { ...star, size: 4 * drawn }].map(({ name, size, ...options }) => {
    const rrt = planner(plane, seed, options);
    rrt.search(plane.from, plane.to, MOST_SAMPLES, until(() => rrt.cost < Infinity && rrt.tree.size >= size));
    const flat = new Float64Array(2 * rrt.pathLength);
    const n = rrt.path(flat);
    return picture(plane, `${plane.name}, ${name}: ${rrt.tree.size} nodes, path length ${rrt.cost.toFixed(2)}`, rrt, Array.from({ length: n }, (_, i) => [flat[2 * i], flat[2 * i + 1]]));
  });
}

export const rrt: Experiment = experiment({
  name: 'rrt', title: 'Rapidly-exploring random trees',
  reproduces: 'RRT and RRT* in worlds of the kind that the lecture draws: nodes and length over samples (Karaman & Frazzoli 2011).',
}, run);

function run(record: Recorder, { seed, effort }: Options): void {
  const { runs, samples, drawn, timed } = SIZES[effort];
  const worlds = planes(seed).map((plane) => ({ plane, optimum: shortestLength(plane) }));
  record.table('first', 'Until the first path', {
    world: column.key('world'), algorithm: column.key('algorithm'), samples: column.count('samples'),
    nodes: column.count('nodes'), length: column.cost('length'), excess: column.text('over the shortest'),
  });
  record.table('lengths', 'Length of the best path over samples', {
    world: column.key('world'), algorithm: column.key('algorithm'), samples: column.key('samples'),
    nodes: column.count('nodes'), length: column.cost('length'), ratio: column.ratio('length / shortest'), found: column.gain('runs with a path'),
  });
  record.note(`Step ${STEP}, goal bias 5%; means over ${runs} seeds. The shortest path is that of a visibility graph.`);
  record.expect(worlds.length * (ALGORITHMS.length + 2) + 1);

  const last = new Map<string, number[]>();
  const firstLengths = new Map<string, number[]>();
  let touching = 0;
  for (const { plane, optimum } of worlds) {
    const series: { name: string; points: number[][] }[] = [];
    for (const { name, ...options } of ALGORITHMS) {
      record.step(`${name}, ${plane.name}`);
      const trees = Array.from({ length: runs }, (_, run) => planner(plane, seed + run, options));
      const first = trees.map((tree) => {
        tree.search(plane.from, plane.to, MOST_SAMPLES, until(() => tree.cost < Infinity));
        return { samples: tree.counters.samples, nodes: tree.tree.size, length: tree.cost };
      });
      firstLengths.set(`${plane.name} ${name}`, first.map(({ length }) => length));
      const length = meanInterval(first.map((one) => one.length));
      record.row('first', {
        world: plane.name, algorithm: name, samples: mean(first.map((one) => one.samples)), nodes: mean(first.map((one) => one.nodes)), length,
        excess: `${(100 * (length.value / optimum - 1)).toFixed(1)}%`,
      });

      const points: number[][] = [];
      const again = Array.from({ length: runs }, (_, run) => planner(plane, seed + run, options));
      for (let n = FIRST_SAMPLES; n <= samples; n *= 2) {
        for (const tree of again) {
          if (n === FIRST_SAMPLES) tree.search(plane.from, plane.to, n);
          else tree.resume(n / 2);
        }
        const found = again.filter((tree) => tree.cost < Infinity);
        const ratio = meanInterval(found.map((tree) => tree.cost / optimum));
        record.row('lengths', {
          world: plane.name, algorithm: name, samples: n, nodes: mean(again.map(({ tree }) => tree.size)),
          length: mean(found.map((tree) => tree.cost)), ratio, found: found.length,
        });
        // A mean over the easy seeds alone would be too good.
        if (found.length === runs) points.push([n, ratio.value, ratio.low, ratio.high]);
      }
      for (const { tree } of again) touching += touchingEdges(plane, tree.points, tree.parent, tree.size);
      last.set(`${plane.name} ${name}`, again.map((tree) => tree.cost / optimum));
      series.push({ name, points });
    }
    record.step(`RRT-Connect, ${plane.name}`);
    const connect = Array.from({ length: runs }, (_, run) => {
      const tree = new RRTConnect(plane.space, { random: seededRandom(seed + run), step: STEP });
      tree.search(plane.from, plane.to, MOST_SAMPLES);
      return { samples: tree.counters.samples, nodes: tree.trees[0].size + tree.trees[1].size, length: tree.cost };
    });
    const length = meanInterval(connect.map((one) => one.length));
    record.row('first', {
      world: plane.name, algorithm: 'RRT-Connect', samples: mean(connect.map((one) => one.samples)), nodes: mean(connect.map((one) => one.nodes)),
      length, excess: `${(100 * (length.value / optimum - 1)).toFixed(1)}%`,
    });
    record.figure({
      kind: 'lines', title: `Length of the best path over the shortest: ${plane.name}`, x: { label: 'samples', log: true },
      y: { label: 'length / shortest' }, series,
    });
    record.step(`pictures, ${plane.name}`);
    record.figure({ kind: 'maps', title: `Trees and their best paths: ${plane.name}`, panels: draw(plane, seed, drawn) });
  }

  record.step('time of 100,000 samples');
  const times = Array.from({ length: 3 }, () => {
    const tree = planner(worlds[1].plane, seed, { star: true });
    const start = performance.now();
    tree.search(worlds[1].plane.from, worlds[1].plane.to, timed);
    return (performance.now() - start) / 1000;
  });

  const over = (name: string): number => mean(worlds.flatMap(({ plane }) => last.get(`${plane.name} ${name}`)!));
  const worst = Math.max(...worlds.map(({ plane }) => mean(last.get(`${plane.name} RRT*`)!)));
  const of = 'Karaman & Frazzoli 2011';
  record.claim({
    name: `RRT* after ${samples} samples: length over the shortest, the worse world`, source: of, reference: 1,
    atMost: 1.01, unit: '×', ours: worst,
  });
  record.claim({
    name: `RRT does not converge: its length over that of RRT* after ${samples} samples`, source: of, reference: 1, atLeast: 1.03, unit: '×',
    ours: over('RRT') / over('RRT*'),
  });
  const ratioAtFirst = geometricMean(worlds.flatMap(({ plane }) => firstLengths.get(`${plane.name} RRT`)!.map((one, k) => one / firstLengths.get(`${plane.name} RRT*`)![k])));
  record.claim({
    name: 'The first path of RRT over the first of RRT*', source: 'the lecture: 59.92 against 40.37, in two different worlds', reference: 59.92 / 40.37,
    atLeast: 1, unit: '×', ours: ratioAtFirst,
  });
  record.claim({
    name: 'Edges of all trees that touch an obstacle, checked every hundredth of a unit', source: 'target', reference: 0, atMost: 0, anySize: true, unit: '',
    ours: touching,
  });
  record.claim({ name: `${timed} samples of RRT* in the plane`, source: 'target', reference: 2, atMost: 2, unit: 's', ours: median(times) });
}

/** A signal that stops a search once `done` returns true. */
function until(done: () => boolean): Signal {
  return {
    get aborted(): boolean {
      return done();
    },
  };
}
