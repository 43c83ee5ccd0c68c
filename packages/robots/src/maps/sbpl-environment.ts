/** The worlds of SBPL, the search library of M. Likhachev and others: `.cfg` files with and without a heading. */
import { shown } from '@pf/graph/kit';
import { CostMap } from './cost-map.ts';
import type { Pose } from './map-frame.ts';
import { MapFrame } from './map-frame.ts';
import { checkText } from '../checks.ts';

/** A world of SBPL. */
export interface SbplEnvironment {
  readonly map: CostMap;
  readonly start: Pose;
  readonly goal: Pose;
  /** Metres a second. 1 in worlds without a heading. */
  readonly speed: number;
  /** Radians a second; Infinity in worlds without a heading. */
  readonly turnRate: number;
}

const MOST_CELLS = 2 ** 28;

/**
 * Reads an SBPL environment file. In worlds without a heading cells are 1 m wide, and start and goal are centres of cells.
 *
 * @example
 * ```ts
 * import { parseSbplEnvironment } from '@pf/robots';
 *
 * const { map, goal } = parseSbplEnvironment('discretization(cells): 2 1\nobsthresh: 1\nstart(cells): 0 0\nend(cells): 1 0\nenvironment:\n0 0\n');
 * map.frame.cellAt(goal.x, goal.y); // → 1
 * ```
 */
export function parseSbplEnvironment(text: string): SbplEnvironment {
  checkText(text, 'An SBPL environment');
  const at = text.search(/^\s*environment:/m);
  if (at < 0) throw new Error("An SBPL environment has a line 'environment:' before its costs, and this text has none.");
  const fields = new Map<string, number[]>();
  for (const line of text.slice(0, at).split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const pair = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line);
    if (pair === null) throw new Error(`A line before the costs should be 'name: numbers', got ${shown(line)}.`);
    const numbers = pair[2].split(/\s+/).filter((part) => part !== '').map(Number);
    if (!numbers.every(Number.isFinite)) throw new Error(`${shown(pair[1])} should have numbers, got ${shown(pair[2])}.`);
    fields.set(pair[1], numbers);
  }
  const field = (name: string, count: number): number[] => {
    const numbers = fields.get(name);
    if (numbers?.length !== count) throw new Error(`An SBPL environment needs ${shown(name)} with ${count === 1 ? 'a number' : `${count} numbers`}, got ${numbers?.join(' ') || 'none'}.`);
    return numbers;
  };
  const [width, height] = field('discretization(cells)', 2);
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0 && width * height <= MOST_CELLS)) {
    throw new Error(`An SBPL environment of ${width} × ${height} cells cannot be read.`);
  }
  const [obstacle] = field('obsthresh', 1);
  const flat = fields.has('start(cells)');
  const resolution = flat ? 1 : field('cellsize(meters)', 1)[0];
  const frame = new MapFrame(width, height, resolution);
  const [inscribed] = flat ? [obstacle] : field('cost_inscribed_thresh', 1);
  // Some files have a threshold of −1, for "no check below it".
  const circumscribed = flat ? 0 : Math.max(0, field('cost_possibly_circumscribed_thresh', 1)[0]);
  const costs = costsIn(text, at, frame.cellCount);
  const map = new CostMap(frame, costs, { obstacle, inscribed: Math.min(inscribed, obstacle), circumscribed });
  if (!flat) {
    const [start, goal] = ['start(meters,rads)', 'end(meters,rads)'].map((name) => field(name, 3));
    const [speed] = field('nominalvel(mpersecs)', 1);
    const [eighth] = field('timetoturn45degsinplace(secs)', 1);
    if (!(speed > 0 && eighth > 0)) throw new Error(`An SBPL environment needs a velocity and a time to turn above 0, got ${speed} and ${eighth}.`);
    return { map, start: poseOf(start), goal: poseOf(goal), speed, turnRate: Math.PI / 4 / eighth };
  }
  const [start, goal] = ['start(cells)', 'end(cells)'].map((name) => {
    const [column, row] = field(name, 2);
    return { x: frame.x(column + 0.5, row + 0.5), y: frame.y(column + 0.5, row + 0.5), heading: 0 };
  });
  return { map, start, goal, speed: 1, turnRate: Infinity };
}

/** The costs after `environment:`, row by row. */
function costsIn(text: string, at: number, count: number): Uint8Array {
  let i = text.indexOf(':', at) + 1;
  const left = text.length - i;
  if (left < count) throw new Error(`The environment is too short for ${count} costs.`);
  const costs = new Uint8Array(count);
  for (let cell = 0; cell < count; cell++) {
    let code = text.charCodeAt(i);
    while (code === 32 || (code >= 9 && code <= 13)) code = text.charCodeAt(++i);
    const from = i;
    let cost = 0;
    for (; code >= 48 && code <= 57; code = text.charCodeAt(++i)) cost = 10 * cost + code - 48;
    if (i === from) throw new Error(`The environment should have ${count} costs, and there is no number for cost ${cell}.`);
    if (cost > 255) throw new Error(`Costs of an environment are from 0 to 255, got ${cost} for cell ${cell}.`);
    costs[cell] = cost;
  }
  return costs;
}

function poseOf([x, y, heading]: number[]): Pose {
  return { x, y, heading };
}
