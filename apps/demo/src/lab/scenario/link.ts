import { readRows } from './read-rows.ts';
import type { Edit, Place, Scenario } from './scenario.ts';
import { checkSize, gridOf, LARGEST, MOST_LANDMARKS, MOST_LONGER } from './scenario.ts';

/** The scenario as text for a link: rows with runs counted, so that an empty map stays short. */
export function encode(scenario: Scenario): string {
  const { rows, ...rest } = scenario;
  const packed = rows.map((row) => row.replace(/(.)\1{2,}/g, (run, cell: string) => `${cell}(${run.length})`)).join('/');
  return encodeURIComponent(JSON.stringify({ ...rest, map: packed }));
}

/** The hash of a scenario at a step. */
export function hashOf(scenario: Scenario, step: number): string {
  return `#lab=${encode(scenario)}&step=${step}`;
}

/** Reads a scenario and its step from a hash, by default the last step; undefined for any other hash. Throws if the scenario is invalid. */
export function linked(hash: string, known: (algorithm: string) => boolean): { readonly scenario: Scenario; readonly step: number } | undefined {
  const found = /^#lab=([^&]*)(?:&step=(\d+))?/.exec(hash);
  return found === null ? undefined : { scenario: decode(found[1], known), step: found[2] === undefined ? Infinity : Number(found[2]) };
}

/** Reads the scenario of a link. A link may come from anywhere, so anything that `encode` would not write throws, with the value. */
export function decode(text: string, known: (algorithm: string) => boolean): Scenario {
  const { map, movement, corners, start, goal, landmarks = [], edits = [], left, right = '', plot = false, longer } = read(text);
  if (typeof map !== 'string') throw new Error('It has no map.');
  const rows = map.split('/').map(unpacked);
  if (movement !== 'eight' && movement !== 'four') throw new Error(`It asks for movement '${String(movement)}', which is neither 'eight' nor 'four'.`);
  if (corners !== 'never' && corners !== 'one' && corners !== 'always') {
    throw new Error(`It asks for corners '${String(corners)}', which is none of 'never', 'one' and 'always'.`);
  }
  const isKnown = (id: unknown): id is string => typeof id === 'string' && known(id);
  if (!isKnown(left)) throw new Error(`It asks for an algorithm '${String(left)}', which is not here.`);
  if (right !== '' && !isKnown(right)) throw new Error(`It asks for an algorithm '${String(right)}', which is not here.`);
  if (typeof plot !== 'boolean') throw new Error(`Whether to plot, it says by ${shown(plot)}, which is neither true nor false.`);
  if (longer !== undefined && !(typeof longer === 'number' && Number.isInteger(longer) && longer >= 0 && longer <= MOST_LONGER)) {
    throw new Error(`It lets a path be ${shown(longer)} percent longer, which is no whole number from 0 to ${MOST_LONGER}.`);
  }
  const marks = listOf('landmarks', landmarks);
  if (marks.length > MOST_LANDMARKS) throw new Error(`It has ${marks.length} landmarks, and the lab takes up to ${MOST_LANDMARKS}.`);
  const grid = readRows(rows, { movement, corners });
  checkSize(grid);
  const placed = (what: string, value: unknown): Place => {
    const place = placeOf(what, value);
    if (grid.isBlocked(...place)) throw new Error(`It puts the ${what} on (${place.join(', ')}), which is ${grid.contains(...place) ? 'a wall' : 'off the map'}.`);
    return place;
  };
  const scenario: Scenario = {
    rows, movement, corners, left, right, plot,
    start: placed('start', start),
    goal: placed('goal', goal),
    landmarks: marks.map((value) => placed('landmark', value)),
    edits: listOf('edits', edits).map(editOf),
    ...(longer !== undefined && { longer }),
  };
  // Whether all edits are on the map, at costs that there are.
  gridOf(scenario);
  return scenario;
}

/** A row without counted runs, none of them longer than a map can be wide. */
function unpacked(row: string): string {
  return row.replace(/(.)\((\d+)\)/g, (_, cell: string, count: string) => cell.repeat(Math.min(Number(count), LARGEST)));
}

/** The names that a link gives, and what it gives to them. */
function read(text: string): Readonly<Partial<Record<keyof Scenario | 'map', unknown>>> {
  let found: unknown;
  try {
    found = JSON.parse(decodeURIComponent(text));
  } catch {
    throw new Error('It is no JSON: it has been cut short, or does not come from here.');
  }
  return typeof found === 'object' && found !== null ? found : {};
}

/** A value as it stands in the link, or how it begins. */
function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 80);
}

function areWhole(values: readonly unknown[]): values is readonly number[] {
  return values.every(Number.isInteger);
}

function placeOf(what: string, value: unknown): Place {
  if (Array.isArray(value) && value.length === 2 && areWhole(value)) return [value[0], value[1]];
  throw new Error(`It puts the ${what} on ${shown(value)}, which is no place: that would be [x, y], two whole numbers.`);
}

function editOf(value: unknown): Edit {
  const { step, x, y, cost } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof Edit, unknown>>;
  const numbers = [step, x, y, cost];
  if (areWhole(numbers)) return { step: numbers[0], x: numbers[1], y: numbers[2], cost: numbers[3] };
  throw new Error(`It has an edit ${shown(value)}, where step, x, y and cost are not all whole numbers.`);
}

function listOf(what: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`It gives as ${what} ${shown(value)}, which is no list.`);
}
