import { Fields } from './fields.ts';
import { HeaderLines } from './map-rows.ts';
import { checkRecords, checkedText, quoted, textError, withoutReturn } from './text-error.ts';

/** A query of a dynamic problem set: the length of a shortest path on the map as edited so far. */
export interface DynamicQuery {
  readonly kind: 'query';
  /** In most sets, the number of groups of patches before it. */
  readonly bucket: number;
  readonly startX: number;
  readonly startY: number;
  readonly goalX: number;
  readonly goalY: number;
  /** Infinity where the file says that there is no path: -1, inf or Infinity. */
  readonly optimalLength: number;
}

/** An edit of a dynamic problem set: the number of a patch in the set's `.patch` file, and the position of its top left cell. */
export interface DynamicEdit {
  readonly kind: 'patch';
  readonly bucket: number;
  readonly patch: number;
  readonly x: number;
  readonly y: number;
}

/** A dynamic problem set: queries and edits, in order, on a map that is open at first. */
export interface DynamicScenario {
  readonly mapWidth: number;
  readonly mapHeight: number;
  /** The name of the `.patch` file. */
  readonly patchFile: string;
  readonly commands: readonly (DynamicQuery | DynamicEdit)[];
}

const OCTILE = 'octile';
const queryColumns = ['Q', 'bucket', 'start x', 'start y', 'goal x', 'goal y'] as const;
const patchColumns = ['P', 'bucket', 'patch', 'x', 'y'] as const;

/**
 * A `.scen` file of version 2, of the dynamic track of the Grid-based Path Planning Competition: `version 2`, `height H`, `width W`, `cost 1 octile`, `patch FILE`, `commands`;
 * then a line for each command, `Q bucket sx sy gx gy length` or `P bucket patch x y`, separated by spaces. With several costs, as in `cost 2 euclidean octile`, queries have as many
 * lengths, and the one named octile is read. Lines end in LF or CRLF; empty lines after the header are skipped. Throws for anything else; the message states line and column.
 *
 * @example
 * ```ts
 * import { parseDynamicScenario } from '@pf/grid';
 *
 * const set = parseDynamicScenario('version 2\nheight 9\nwidth 9\ncost 1 octile\npatch a.patch\ncommands\nP 0 3 1 2\nQ 0 0 0 4 0 4\n');
 * set.commands.map(({ kind }) => kind); // → ['patch', 'query']
 * ```
 */
export function parseDynamicScenario(text: string): DynamicScenario {
  text = checkedText('A dynamic problem set', text);
  const header = new HeaderLines('Scenario', text);
  header.expect('version 2');
  const mapHeight = header.number('height');
  const mapWidth = header.number('width');
  const columns = lengthColumns(header);
  const patchFile = header.name('patch');
  header.expect('commands');
  const commands: (DynamicQuery | DynamicEdit)[] = [];
  const lines = text.slice(header.at).split('\n');
  lines.forEach((raw, i) => {
    const line = withoutReturn(raw);
    if (/[^ \t]/.test(line)) commands.push(readCommand(line, header.line + i, mapWidth, mapHeight, columns));
  });
  return { mapWidth, mapHeight, patchFile, commands };
}

/**
 * The set as a `.scen` file of version 2.
 *
 * @example
 * ```ts
 * import { formatDynamicScenario, parseDynamicScenario } from '@pf/grid';
 *
 * const text = 'version 2\nheight 9\nwidth 9\ncost 1 octile\npatch a.patch\ncommands\nP 0 3 1 2\nQ 0 0 0 4 0 4\n';
 * formatDynamicScenario(parseDynamicScenario(text)) === text; // → true
 * ```
 */
export function formatDynamicScenario(input: DynamicScenario): string {
  const given: Partial<DynamicScenario> | null | undefined = input;
  checkRecords(given?.commands, 'formatDynamicScenario', 'commands');
  const { mapWidth, mapHeight, patchFile, commands } = input;
  const lines = commands.map((command) => {
    const { bucket } = command;
    if (command.kind === 'patch') return ['P', bucket, command.patch, command.x, command.y].join(' ');
    return ['Q', bucket, command.startX, command.startY, command.goalX, command.goalY, command.optimalLength].join(' ');
  });
  const text = ['version 2', `height ${mapHeight}`, `width ${mapWidth}`, 'cost 1 octile', `patch ${patchFile}`, 'commands', ...lines, ''].join('\n');
  // Throws for a scenario that `parse` would reject.
  parseDynamicScenario(text);
  return text;
}

/** The columns of lengths in a query. One of them is named octile. */
function lengthColumns(header: HeaderLines): string[] {
  const named = header.name('cost');
  const [count, ...names] = named.trim().split(/\s+/);
  if (Number(count) !== names.length || names.filter((name) => name === OCTILE).length !== 1) {
    throw textError('Scenario', header.line - 1, 'cost '.length + 1, `expected the number of costs and their names, one of them ${OCTILE}, got ${quoted(named)}`);
  }
  return names.map((name) => (name === OCTILE ? 'optimal length' : name));
}

function readCommand(line: string, number: number, width: number, height: number, lengths: readonly string[]): DynamicQuery | DynamicEdit {
  if (line.startsWith('Q ')) {
    const fields = new Fields('Scenario', line, number, ' ', [...queryColumns, ...lengths]);
    return {
      kind: 'query',
      bucket: fields.whole(1, 0),
      startX: fields.whole(2, 0, width),
      startY: fields.whole(3, 0, height),
      goalX: fields.whole(4, 0, width),
      goalY: fields.whole(5, 0, height),
      optimalLength: fields.length(queryColumns.length + lengths.indexOf('optimal length')),
    };
  }
  if (!line.startsWith('P ')) throw textError('Scenario', number, 1, `expected a command, "Q" or "P" and a space, got ${quoted(line)}`);
  const fields = new Fields('Scenario', line, number, ' ', patchColumns);
  return { kind: 'patch', bucket: fields.whole(1, 0), patch: fields.whole(2, 0), x: fields.whole(3, 0, width), y: fields.whole(4, 0, height) };
}
