import { fingerprint } from '@pf/graph';
import { algorithmOf } from '../../src/lab/recordings/algorithms.ts';
import type { Question, Recording } from '../../src/lab/recordings/recording.ts';
import type { TableSource } from '../../src/lab/recordings/tables.ts';
import { builtHere } from '../../src/lab/recordings/tables.ts';
import type { Scenario } from '../../src/lab/scenario/scenario.ts';
import { ends, generate, gridOf, LONGER } from '../../src/lab/scenario/scenario.ts';
import { Playback } from '../../src/lab/views/playback.ts';

export const rows = generate('rooms', 3);
export const scenario: Scenario = { rows, movement: 'eight', corners: 'never', ...ends(rows), landmarks: [], edits: [], left: 'a-star', right: '', plot: false };
export const isKnown = (id: string): boolean => algorithmOf(id) !== undefined;

/** Tables by their maps: each is built once for all tests. */
const tables = new Map<string, ArrayBuffer>();
const table: TableSource = (grid, kind) => {
  const of = `${kind} ${fingerprint(grid)}`;
  const built = tables.get(of) ?? builtHere(grid, kind);
  tables.set(of, built);
  return built;
};

export function questionOf(changes: Partial<Scenario> = {}): Question {
  const changed = { ...scenario, ...changes };
  const grid = gridOf(changed);
  const { start, goal, landmarks, edits } = changed;
  return { grid, first: gridOf(changed, -Infinity), start: grid.vertex(...start), goal: grid.vertex(...goal), landmarks, edits, longer: changed.longer ?? LONGER, table, patience: 0 };
}

/** Recordings of the plain scenario. No test changes them, so each algorithm runs once for all tests. */
const recorded = new Map<string, Recording>();

export function record(id: string, changes?: Partial<Scenario>): Recording {
  const known = changes === undefined ? recorded.get(id) : undefined;
  const made = known ?? algorithmOf(id)!.record(questionOf(changes));
  if (changes === undefined) recorded.set(id, made);
  return made;
}

/** As the lab plays it, up to some step. */
export function played(id: string, step = Infinity, changes?: Partial<Scenario>): Playback {
  const playback = new Playback();
  playback.show(questionOf(changes).first, record(id, changes));
  playback.seek(step);
  return playback;
}
