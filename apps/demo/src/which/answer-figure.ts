import { GridFigure, number } from '../articles/figure.ts';
import type { Asked } from '../articles/plan.ts';
import { expansions } from '../articles/recorders.ts';
import type { Recording, Step } from '../lab/recordings/recording.ts';
import { blank } from '../lab/recordings/recording.ts';
import { ends } from '../lab/scenario/scenario.ts';
import type { Grid } from '@pf/grid';
import { PackagesWorker, Superseded } from '../runner/packages-worker.ts';
import type { Advice, DrawnName } from './advice.ts';
import type { PostedMap } from './measuring.ts';

/** Shows what went wrong for a contender; an empty sentence removes only what the same contender reported. */
type Complain = (contender: DrawnName, sentence: string) => void;

/** Milliseconds after which a recording is given up. */
const LIMIT = 30_000;

/** A recording that could not be made. */
const failed: Recording = { ...blank };

/** Records in a worker. While a recording is under way the last one is shown, and of what is asked for meanwhile only the newest is recorded. */
class Recorder {
  private readonly worker = new PackagesWorker();
  private shown: Recording = blank;
  private shownFor = '';
  private running = false;

  constructor(private readonly contender: DrawnName, private readonly arrived: () => void, private readonly complain: Complain) {}

  record(asked: Asked): Recording {
    const { grid, start, goal } = asked;
    const costs = grid.toArray();
    const key = `${start} ${goal} ${costs.join('')}`;
    if (key === this.shownFor) return this.shown;
    if (!this.running) void this.run(key, { map: { width: grid.width, height: grid.height, costs }, start, goal });
    return this.shown;
  }

  stop(): void {
    this.worker.end();
  }

  private async run(key: string, asked: { readonly map: PostedMap; readonly start: number; readonly goal: number }): Promise<void> {
    this.running = true;
    try {
      this.shown = await this.worker.ask('record', { contender: this.contender, ...asked }, LIMIT);
      this.complain(this.contender, '');
    } catch (error) {
      if (error instanceof Superseded) return;
      this.shown = failed;
      this.complain(this.contender, error instanceof Error ? error.message : String(error));
    } finally {
      this.running = false;
      this.shownFor = key;
    }
    this.arrived();
  }
}

/** The most expansions that a run takes for one step. */
function mostAStep(steps: readonly Step[]): number {
  return steps.reduce((most, { expanded }, i) => Math.max(most, expanded - (i === 0 ? 0 : steps[i - 1].expanded)), 0);
}

/** Two maps beside each other: the natural alternative, and what is advised. Returns what ends it. */
export function showAnswer(root: HTMLElement, grid: Grid, advice: Advice, names: readonly [string, string], complain: Complain): { readonly figure: GridFigure; readonly stop: () => void } {
  const rows = grid.toRows();
  const again = (): void => figure.change();
  const recorders = [advice.baseline, advice.contender].map((name) => new Recorder(name, again, complain));
  const same = advice.baseline === advice.contender;
  const figure = new GridFigure(root, {
    label: 'The map that you chose.', rows, ...ends(rows),
    pictures: recorders.slice(same ? 1 : 0).map((recorder, i) => ({ title: names[same ? 1 : i], record: (asked) => recorder.record(asked) })),
    says: (recordings) => {
      const [before, after] = same ? [recordings[0], recordings[0]] : recordings;
      if (before === failed || after === failed) return ['It could not be computed.'];
      if (before === blank || after === blank) return ['Computing …'];
      if (before.cost === Infinity) return ['There is no path. Open a wall.'];
      const moves = advice.counts === 'move';
      if (same && !moves) return [number('before', expansions(before)), ' expansions, cost ', number('cost', before.cost), '.'];
      // A search that does not walk does all its work before the first move.
      const all = moves && before.fog ? mostAStep(before.steps) : expansions(before);
      return [
        moves ? 'Before one move, at most ' : '', number('before', all), ' → ', number('after', moves ? mostAStep(after.steps) : expansions(after)),
        ' expansions. The paths cost ', number('cost-before', before.cost), ' and ', number('cost', after.cost), '.',
      ];
    },
  });
  return { figure, stop: () => recorders.forEach((recorder) => recorder.stop()) };
}
