import type { Grid } from '@pf/grid';
import type { Recording, Step } from '../recordings/recording.ts';
import { blank, CLOSED, NOTHING } from '../recordings/recording.ts';

/** The state of a recording at one step. It advances step by step; to go back, it replays from the start, which is fast enough. */
export class Playback {
  recording: Recording = blank;
  /** The number of steps played. */
  at = 0;
  /** By vertex: open, closed or nothing; when it was closed, as a share of all steps; known or not; what it costs to enter. */
  state = new Uint8Array(0);
  age = new Float32Array(0);
  known = new Uint8Array(0);
  cells: Uint8Array = new Uint8Array(0);
  /** One array a label; Infinity where nothing is known. */
  values: Float64Array[] = [];
  /** By how much the estimates have risen at most, in the whole recording. */
  highest = 0;
  /** By face of the mesh. */
  faces = new Uint8Array(0);
  /** Where the character has been, as points. */
  trail: number[] = [];
  private first: Grid | undefined;

  /** `first` is the map before anything is painted during the walk. */
  show(first: Grid, recording: Recording): void {
    this.first = first;
    this.recording = recording;
    this.rewind();
    this.highest = 0;
    if (!recording.heights) return;
    const initial = recording.estimates?.().plain;
    for (const { values = [] } of recording.steps) {
      for (let i = 0; i < values.length; i += 2) this.highest = Math.max(this.highest, values[i + 1] - (initial?.[values[i]] ?? 0));
    }
  }

  get moment(): Step | undefined {
    return this.recording.steps[this.at - 1];
  }

  get done(): boolean {
    return this.at === this.recording.steps.length;
  }

  seek(step: number): void {
    const { steps, labels } = this.recording;
    const to = Math.min(step, steps.length);
    if (to < this.at) this.rewind();
    for (; this.at < to; this.at++) {
      const { changes, known = [], values = [], faces = [], agent } = steps[this.at];
      for (let i = 0; i < changes.length; i += 2) {
        this.state[changes[i]] = changes[i + 1];
        if (changes[i + 1] === CLOSED) this.age[changes[i]] = this.at / steps.length;
      }
      for (const v of known) this.known[v] = 1;
      this.paint();
      for (let i = 0; i < values.length; i += labels.length + 1) for (let k = 0; k < labels.length; k++) this.values[k][values[i]] = values[i + 1 + k];
      for (let i = 0; i < faces.length; i += 2) this.faces[faces[i]] = faces[i + 1];
      if (agent !== undefined && this.first !== undefined) this.trail.push(this.first.x(agent) + 0.5, this.first.y(agent) + 0.5);
    }
    this.paint();
  }

  /** The values of a cell at this step, as text. */
  about(v: number): string {
    const { labels, unit } = this.recording;
    const round = (x: number): string => (x === Infinity ? '∞' : String(Math.round((100 * x) / unit) / 100));
    if (labels.length === 0 || this.values.every((each) => each[v] === Infinity)) return '';
    return labels.map((label, k) => `${label} ${round(this.values[k][v])}`).join(' · ');
  }

  /** What is painted before the next step is seen already. */
  private paint(): void {
    const { painted = [] } = this.recording.steps[this.at] ?? {};
    for (let i = 0; i < painted.length; i += 2) this.cells[painted[i]] = painted[i + 1];
  }

  private rewind(): void {
    const { first, recording } = this;
    const n = first?.vertexCount ?? 0;
    this.at = 0;
    this.state = new Uint8Array(n).fill(NOTHING);
    this.age = new Float32Array(n);
    this.known = new Uint8Array(n);
    this.cells = first?.cells.slice() ?? new Uint8Array(0);
    this.values = recording.labels.map(() => new Float64Array(n).fill(Infinity));
    this.faces = new Uint8Array(recording.mesh.length);
    this.trail = [];
  }
}
