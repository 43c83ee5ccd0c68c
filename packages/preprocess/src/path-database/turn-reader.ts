import { NO_VERTEX } from '@pf/graph';
import { nextStamp } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { JumpRules, JumpScanner } from '@pf/search/kit';
import type { OctileWalk } from '../octile-walk.ts';
import type { RowReader, Rows } from './row-reader.ts';
import { runAt } from './row-reader.ts';
import { ALONE } from './target-order.ts';
import { IN_SIGHT, symbolBits } from './turn-rows.ts';

/**
 * Reads rows at jump points. From a cell without a row, all jump points in sight are compared by the costs of their paths, as in Topping+. These join soon, and each
 * jump point on them is read once.
 */
export class TurnReader implements RowReader {
  private readonly bits: number;
  private readonly scanner: JumpScanner;
  /** By position: cost to the goal, if the stamp is that of the last comparison. */
  private readonly costs: Float64Array;
  private readonly stamps: Uint32Array;
  private stamp = 0;
  /** The jump points passed on the current path, by position, and the cost of the stretch from each. */
  private readonly passed: number[] = [];
  private readonly lengths: number[] = [];

  constructor(
    grid: Grid,
    private readonly rows: Rows,
    private readonly walk: OctileWalk,
  ) {
    const targets = rows.first.length - 1;
    this.bits = symbolBits(targets);
    this.scanner = new JumpScanner(grid);
    this.costs = new Float64Array(targets);
    this.stamps = new Uint32Array(targets);
    checkTurns(rows);
  }

  get byteLength(): number {
    return this.costs.byteLength + this.stamps.byteLength;
  }

  stretch(v: number, goal: number): number {
    const { first, places } = this.rows;
    const row = places[v];
    return first[row] === first[row + 1] ? this.compare(v, goal) : this.turn(row, goal);
  }

  step(v: number, goal: number): number {
    const end = this.stretch(v, goal);
    return end === NO_VERTEX ? end : this.walk.step(v, end);
  }

  /** The end of the first stretch from the jump point at this position. */
  private turn(row: number, goal: number): number {
    const { rows, bits } = this;
    const { first, words } = rows;
    const at = first[row];
    const count = words[at];
    const unreachable = 2 ** bits - 1;
    const symbol = runAt(words, at + 1 + count, first[row + 1], ((rows.places[goal] << bits) | unreachable) >>> 0) & unreachable;
    if (symbol === IN_SIGHT) return goal;
    return symbol > count ? NO_VERTEX : words[at + symbol];
  }

  /** The same from a cell without a row. */
  private compare(v: number, goal: number): number {
    const { scanner, walk } = this;
    const { found } = scanner;
    this.stamp = nextStamp(this.stamps, this.stamp);
    scanner.begin(v, goal);
    const count = scanner.jumps(v, JumpRules.ROOT);
    let best = Infinity;
    let end = NO_VERTEX;
    for (let i = 0; i < count; i++) {
      const u = found[i] >> 4;
      if (u === goal) return goal;
      const cost = walk.cost(v, u);
      if (cost + walk.cost(u, goal) >= best) continue;
      const whole = cost + this.costFrom(u, goal);
      if (whole < best) {
        best = whole;
        end = u;
      }
    }
    return end;
  }

  /** Cost of the path from jump point `u`. Also stores the costs from all jump points on it. */
  private costFrom(u: number, goal: number): number {
    const { walk, costs, stamps, stamp, passed, lengths } = this;
    const { places } = this.rows;
    let rest = 0;
    let n = 0;
    for (let v = u; v !== goal; ) {
      const place = places[v];
      if (stamps[place] === stamp) {
        rest = costs[place];
        break;
      }
      // Costs are known only once the end of the path is reached.
      stamps[place] = stamp;
      costs[place] = Infinity;
      const end = this.turn(place, goal);
      if (end === NO_VERTEX) {
        rest = Infinity;
        break;
      }
      passed[n] = place;
      lengths[n++] = walk.cost(v, end);
      v = end;
    }
    while (n > 0) {
      rest += lengths[--n];
      costs[passed[n]] = rest;
    }
    return rest;
  }
}

/** Throws unless each row holds its turns and a run, and each turn has a row. */
function checkTurns({ places, first, words }: Rows): void {
  const rowLength = (v: number): number => (v < places.length && places[v] !== ALONE ? first[places[v] + 1] - first[places[v]] : 0);
  for (let row = 0; row < first.length - 1; row++) {
    const at = first[row];
    const length = first[row + 1] - at;
    if (length === 0) continue;
    const count = words[at];
    if (!(count + 2 <= length)) throw new Error(`Row ${row} of a path database has ${length} words, which cannot hold ${count} turns and a run: build it anew.`);
    for (let i = 1; i <= count; i++) {
      if (places[words[at + i]] === row) throw new Error(`Row ${row} of a path database turns at vertex ${words[at + i]}, its own: build it anew.`);
      if (rowLength(words[at + i]) === 0) throw new Error(`Row ${row} of a path database turns at vertex ${words[at + i]}, which has no row: build it anew.`);
    }
  }
}
