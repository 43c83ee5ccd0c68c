import { contextOf } from '../element.ts';
import { blend, palette, pixel } from '../palette.ts';
import { FREE, SEEN } from './messages.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly toX: number;
  readonly toY: number;
}

/** The layers drawn over the ground. */
export interface Overlay {
  readonly places: Uint16Array;
  /** Whether each has a cell of its own. */
  readonly apart: boolean;
  readonly selected: ReadonlySet<number>;
  readonly dragged: Box | undefined;
  readonly target: { readonly x: number; readonly y: number } | undefined;
}

/** How long a trail can be seen, in frames. */
const FADING = 90;

/** Draws the ground a pixel a cell, with trails that fade, and the characters over it. */
export class FieldView {
  private readonly context: CanvasRenderingContext2D;
  private readonly ground = document.createElement('canvas');
  private readonly groundContext: CanvasRenderingContext2D;
  private size = 1;
  private looks: Uint8Array = new Uint8Array(1);
  private image = new ImageData(1, 1);
  private pixels = new Uint32Array(1);
  /** By cell: how many frames its trail still lasts; and the cells that have one. */
  private heat = new Uint8Array(1);
  private hot: number[] = [];

  constructor(readonly canvas: HTMLCanvasElement) {
    this.context = contextOf(canvas);
    this.groundContext = contextOf(this.ground);
  }

  show(size: number, looks: Uint8Array): void {
    this.size = this.ground.width = this.ground.height = size;
    this.looks = looks;
    this.image = new ImageData(size, size);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.heat = new Uint8Array(size * size);
    this.hot = [];
    this.repaint();
  }

  /** After a change of colours. */
  repaint(): void {
    for (let cell = 0; cell < this.looks.length; cell++) this.pixels[cell] = this.colourOf(cell);
  }

  /** Cells and their looks in turn. */
  change(changes: Uint32Array): void {
    for (let i = 0; i < changes.length; i += 2) {
      this.looks[changes[i]] = changes[i + 1];
      this.pixels[changes[i]] = this.colourOf(changes[i]);
    }
  }

  /** A frame has passed: trails fade, and those who stand somewhere leave one. */
  age(places: Uint16Array): void {
    const { heat, size } = this;
    this.hot = this.hot.filter((cell) => {
      heat[cell]--;
      this.pixels[cell] = this.colourOf(cell);
      return heat[cell] > 0;
    });
    for (let i = 0; i < places.length; i += 2) {
      const cell = places[i + 1] * size + places[i];
      if (heat[cell] === 0) this.hot.push(cell);
      heat[cell] = FADING;
      this.pixels[cell] = this.colourOf(cell);
    }
  }

  draw({ places, apart, selected, dragged, target }: Overlay): void {
    const { context, canvas, ground, groundContext, image, size } = this;
    const colours = palette();
    const side = Math.max(1, Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio)));
    if (canvas.width !== side) canvas.width = canvas.height = side;
    const scale = side / size;
    groundContext.putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(ground, 0, 0, side, side);
    const r = apart ? Math.max(2, 0.94 * scale) : Math.max(3.5, 1.6 * scale);
    // Many may stand on one cell: each a little aside, so that a crowd looks like one.
    const aside = (i: number, prime: number): number => (apart ? 0.5 : 0.5 + 0.5 * (((i * prime) % 5) - 2)) * scale - r / 2;
    for (const chosen of [false, true]) {
      context.fillStyle = chosen ? colours.path : colours.start;
      for (let i = 0; i < places.length; i += 2) {
        if (selected.has(i >> 1) === chosen) context.fillRect(places[i] * scale + aside(i, 3), places[i + 1] * scale + aside(i, 7), r, r);
      }
    }
    context.lineWidth = 2;
    if (dragged !== undefined) {
      context.strokeStyle = colours.box;
      context.strokeRect(dragged.x * scale, dragged.y * scale, (dragged.toX - dragged.x) * scale, (dragged.toY - dragged.y) * scale);
    }
    if (target === undefined) return;
    const [x, y] = [(target.x + 0.5) * scale, (target.y + 0.5) * scale];
    for (const [colour, width] of [[colours.halo, 5], [colours.goal, 2.5]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      context.arc(x, y, 9, 0, 2 * Math.PI);
      context.moveTo(x - 4, y);
      context.lineTo(x + 4, y);
      context.moveTo(x, y - 4);
      context.lineTo(x, y + 4);
      context.stroke();
    }
  }

  private colours: { readonly of: string; readonly pixels: readonly number[] } | undefined;

  /** Unseen cells are dim, and unseen walls a shade darker: the player may see them, the characters may not. */
  private colourOf(cell: number): number {
    const colours = palette();
    if (this.colours?.of !== colours.free) {
      this.colours = { of: colours.free, pixels: [colours.unseenWall, colours.unknown, colours.wall, colours.free, colours.start].map(pixel) };
    }
    const { pixels } = this.colours;
    const look = this.looks[cell];
    const base = pixels[((look & SEEN) === 0 ? 0 : 2) + ((look & FREE) === 0 ? 0 : 1)];
    return this.heat[cell] === 0 ? base : blend(base, pixels[4], (0.55 * this.heat[cell]) / FADING);
  }
}
