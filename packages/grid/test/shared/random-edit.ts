import type { Grid } from '../../src/index.ts';
import { randomObstacles, seededRandom } from '../../src/index.ts';

/** A game world whose edits follow from a seed, so that two threads can make the same. */
export class EditedWorld {
  readonly grid: Grid;
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.grid = randomObstacles(23, 17, 0.2, this.random);
  }

  /** Some edits, of every kind. */
  edit(): void {
    const { grid } = this;
    const { width, height } = grid;
    for (let edits = 1 + this.below(3); edits > 0; edits--) {
      const [x, y] = [this.below(width), this.below(height)];
      const kind = this.below(40);
      if (kind === 0) grid.setRectangle(0, 0, width, height, 1);
      else if (kind < 10) grid.setSides(x, y, kind < 5 ? 'open' : { enter: this.below(256), leave: this.below(256) });
      else if (kind < 20) grid.setRectangle(x, y, 1 + this.below(width - x), 1 + this.below(height - y), this.below(4));
      else if (kind < 30) grid.setCells(Uint32Array.from({ length: 5 }, () => grid.vertex(this.below(width), this.below(height))), Uint8Array.of(0, 1, 2, 0, 255), 5);
      else grid.setBlocked(x, y, kind < 35);
    }
  }

  private below(n: number): number {
    return Math.floor(this.random() * n);
  }
}

/** Everything that a search can see of a grid, as text. */
export function contents({ cells, moves, sides }: Grid): string {
  return [cells, moves, sides?.enter, sides?.leave].map((bytes) => Buffer.from(bytes ?? []).toString('base64')).join(' ');
}
