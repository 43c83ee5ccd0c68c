import type { Grid } from '@pf/grid';
import type { Recording } from '../lab/recordings/recording.ts';
import type { Place, Scenario } from '../lab/scenario/scenario.ts';
import type { Playback } from '../lab/views/playback.ts';

/** The input of a recording. */
export interface Asked {
  readonly grid: Grid;
  /** The map as it was before the reader changed it. */
  readonly original: Grid;
  readonly start: number;
  readonly goal: number;
  readonly landmarks: readonly number[];
  /** Whether a switch is on, and where a slider or a list stands. */
  readonly isOn: (name: string) => boolean;
  readonly value: (name: string) => number;
  readonly chosen: (name: string) => string;
  /** How many looks at cells a recording may take: few while something is dragged. */
  readonly looks: number;
}

export type Control =
  | { readonly kind: 'switch'; readonly name: string; readonly label: string; readonly on: boolean }
  | { readonly kind: 'slider'; readonly name: string; readonly label: string; readonly min: number; readonly max: number; readonly value: number }
  | { readonly kind: 'list'; readonly name: string; readonly label: string; readonly options: readonly (readonly [string, string])[]; readonly value: string };

/** A picture of the figure: one map, and what an algorithm does on it. */
interface Picture {
  readonly title?: string;
  readonly record: (asked: Asked) => Recording;
  /** Draws over the map; `scale` is the size of a cell. */
  readonly over?: (context: CanvasRenderingContext2D, scale: number, playback: Playback, asked: Asked) => void;
}

/** A question to the reader, before the figure shows the answer. */
export interface Prediction {
  readonly question: string;
  readonly options: readonly string[];
  /** The number of the right option. */
  readonly right: (recordings: readonly Recording[], asked: Asked) => number;
}

export interface NamedMap {
  readonly name: string;
  readonly rows: readonly string[];
  readonly start: Place;
  readonly goal: Place;
}

/** All that makes one figure out of another. */
export interface Plan extends Omit<NamedMap, 'name'> {
  /** A description of the picture, for screen readers. */
  readonly label: string;
  /** Other maps to choose from, the first of them as above. */
  readonly maps?: readonly NamedMap[];
  readonly landmarks?: readonly Place[];
  readonly movement?: Scenario['movement'];
  /** What can be edited besides start and goal: walls are painted, others dragged. Default: walls. */
  readonly walls?: boolean;
  readonly pictures: readonly Picture[];
  readonly controls?: readonly Control[];
  /** Whether the run can be scrubbed. Default: yes. */
  readonly scrubs?: boolean;
  /** The share of the run after which it is shown at first. Default: 1, the end. */
  readonly opensAt?: number;
  readonly predict?: Prediction;
  /** Text and numbers of the figure, updated after each change; `step` is that of the first recording. */
  readonly says: (recordings: readonly Recording[], asked: Asked, step: number) => readonly (string | Node)[];
  /** Another drawing below the maps. */
  readonly below?: { readonly root: HTMLElement; readonly draw: (playbacks: readonly Playback[], asked: Asked) => void };
}
