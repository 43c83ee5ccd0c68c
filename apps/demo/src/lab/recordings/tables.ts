import { fingerprint } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { buildInParallel, GoalBounds, PathDatabase } from '@pf/preprocess';
import { webWorker } from '@pf/preprocess/web';
import { startWorker } from '../../runner/start-worker.ts';

export type TableKind = 'goal-bounds' | 'paths';

/** Gives the table of a map from everywhere to everywhere; throws `BeingBuilt` where it is not there yet. */
export type TableSource = (grid: Grid, kind: TableKind) => ArrayBuffer;

/** A delay rather than an error: the caller should try again later. */
export class BeingBuilt extends Error {
  /** `share()` returns the fraction that is done. */
  constructor(readonly share: () => number) {
    super('The table from everywhere to everywhere is being built by workers beside the page. All else goes on meanwhile.');
  }
}

/** Builds a table here and now. */
export const builtHere: TableSource = (grid, kind) => (kind === 'paths' ? PathDatabase.build(grid) : GoalBounds.build(grid)).save();

/**
 * A table takes the square of the free cells, and where costs differ some twenty times as long: one that takes no more than this is built within a frame or
 * two, and a wall that is dragged is seen to change it.
 */
const AT_ONCE = 3000 ** 2;
const WEIGHTED = 20;
/** Milliseconds: while a wall is being painted, none is begun. */
const REST = 150;

interface Table {
  readonly of: string;
  readonly stop: () => void;
  share: number;
  result: ArrayBuffer | Error;
}

/** The last table of each kind: of a small map built at once, of others by workers. */
export class Tables {
  private readonly tables = new Map<TableKind, Table>();

  /** `further` is notified when a table has grown, `ended` when it is there or could not be built. */
  constructor(private readonly further: () => void, private readonly ended: () => void) {}

  readonly get: TableSource = (grid, kind) => {
    const of = fingerprint(grid);
    let table = this.tables.get(kind);
    if (table?.of !== of) {
      table?.stop();
      const { free, weighted } = grid.terrain;
      const small = free * free * (weighted ? WEIGHTED : 1) <= AT_ONCE;
      table = small ? { of, stop: () => undefined, share: 1, result: builtHere(grid, kind) } : this.begin(of, grid, kind);
      this.tables.set(kind, table);
    }
    if (table.result instanceof Error) throw table.result;
    return table.result;
  };

  private begin(of: string, grid: Grid, kind: TableKind): Table {
    const signal = { aborted: false };
    const resting = setTimeout(() => void build(), REST);
    const stop = (): void => {
      clearTimeout(resting);
      signal.aborted = true;
    };
    const table: Table = { of, stop, share: 0, result: new BeingBuilt(() => table.share) };
    const build = async (): Promise<void> => {
      const worker = () => webWorker(startWorker());
      const onProgress = ({ done, total }: { readonly done: number; readonly total: number }): void => {
        table.share = done / total;
        this.further();
      };
      try {
        table.result = await buildInParallel(grid, kind, { worker, workers: navigator.hardwareConcurrency, signal, onProgress });
      } catch (error) {
        if (signal.aborted) return;
        table.result = error instanceof Error ? error : new Error(String(error));
      }
      this.ended();
    };
    return table;
  }
}
