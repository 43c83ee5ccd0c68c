import { Fields } from './fields.ts';
import { checkRecords, checkedText, quoted, textError, withoutReturn } from './text-error.ts';

/** One problem of a `.scen` file. */
export interface Scenario {
  /** The group of the problem by length: the optimal length divided by 4 in most sets. */
  readonly bucket: number;
  /** The map's name, often with a path before it. */
  readonly map: string;
  readonly mapWidth: number;
  readonly mapHeight: number;
  readonly startX: number;
  readonly startY: number;
  readonly goalX: number;
  readonly goalY: number;
  /** The length of a shortest path; the older sets give it to two decimals. Infinity where the file says that there is no path: -1, inf or Infinity. */
  readonly optimalLength: number;
}

const columns = ['bucket', 'map', 'map width', 'map height', 'start x', 'start y', 'goal x', 'goal y', 'optimal length'] as const;

/**
 * The problems of a `.scen` file of the Moving AI benchmarks: a first line `version 1` or `version 1.0`, then nine columns a line, separated by tabs
 * or, in older sets, by spaces. Lines end in LF or CRLF; empty lines are skipped. Throws for anything else; the message states line
 * and column. Does not check whether start and goal are free, which depends on the map.
 *
 * @example
 * ```ts
 * import { parseScenario } from '@pf/grid';
 *
 * const [problem] = parseScenario('version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1\n');
 * problem.goalY; // → 12
 * ```
 */
export function parseScenario(text: string): Scenario[] {
  text = checkedText('A set of problems', text);
  const lines = text.split('\n');
  const version = withoutReturn(lines[0]).replace(/[ \t]+$/, '');
  if (!/^version 1(\.0)?$/.test(version)) throw textError('Scenario', 1, 1, `expected "version 1", got ${quoted(version)}`);
  const scenarios: Scenario[] = [];
  for (let i = 1; i < lines.length; i++) {
    const line = withoutReturn(lines[i]);
    if (/[^ \t]/.test(line)) scenarios.push(readProblem(line, i + 1));
  }
  return scenarios;
}

/**
 * The problems as a `.scen` file, tabs between the columns.
 *
 * @example
 * ```ts
 * import { formatScenario, parseScenario } from '@pf/grid';
 *
 * const text = 'version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1\n';
 * formatScenario(parseScenario(text)) === text; // → true
 * ```
 */
export function formatScenario(scenarios: readonly Scenario[]): string {
  checkRecords(scenarios, 'formatScenario', 'problems');
  const lines = scenarios.map((scenario, i) => {
    const { bucket, map, mapWidth, mapHeight, startX, startY, goalX, goalY, optimalLength } = scenario;
    const line = [bucket, map, mapWidth, mapHeight, startX, startY, goalX, goalY, optimalLength].join('\t');
    if (/[\t\n\r]/.test(map) || map === '') throw new RangeError(`A map's name must not be empty nor have tabs or line ends, got ${quoted(map)}.`);
    // Throws if `parseScenario` would reject it.
    readProblem(line, i + 2);
    return line;
  });
  return ['version 1', ...lines, ''].join('\n');
}

function readProblem(line: string, number: number): Scenario {
  const fields = new Fields('Scenario', line, number, line.includes('\t') ? '\t' : ' ', columns);
  if (fields.text(1) === '') throw fields.error(1, 'a name');
  const optimalLength = fields.length(8);
  const mapWidth = fields.whole(2, 1);
  const mapHeight = fields.whole(3, 1);
  return {
    bucket: fields.whole(0, 0),
    map: fields.text(1),
    mapWidth,
    mapHeight,
    startX: fields.whole(4, 0, mapWidth),
    startY: fields.whole(5, 0, mapHeight),
    goalX: fields.whole(6, 0, mapWidth),
    goalY: fields.whole(7, 0, mapHeight),
    optimalLength,
  };
}
