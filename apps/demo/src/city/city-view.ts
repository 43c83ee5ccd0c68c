import { contextOf } from '../element.ts';
import { palette } from '../palette.ts';
import type { City, RoadKind } from './city-map.ts';
import { ROAD_KINDS, roadsOf } from './city-map.ts';

/** The layers drawn over the roads. */
export interface CityOverlay {
  readonly from: number;
  readonly to: number;
  readonly route: Uint32Array;
  /** By vertex: seconds from the start, where they are to be seen; and how many are the last colour. */
  readonly seconds: Float64Array | undefined;
  readonly most: number;
  readonly jammed: Uint8Array;
  /** Where the keyboard is, and how far around it roads are jammed, in metres. */
  readonly cursor: { readonly x: number; readonly y: number; readonly reach: number } | undefined;
}

const WIDTHS: Readonly<Record<RoadKind, number>> = { street: 1, avenue: 2, motorway: 3.6 };
/** Bands of time. */
export const BANDS = 6;

/** Draws a city: the river, roads by what they are or by how far they are, jams, the route. */
export class CityView {
  private readonly context: CanvasRenderingContext2D;
  private readonly byKind: Readonly<Record<RoadKind, number[]>>;

  constructor(readonly canvas: HTMLCanvasElement, private readonly city: City) {
    this.context = contextOf(canvas);
    this.byKind = { street: roadsOf(city, 'street'), avenue: roadsOf(city, 'avenue'), motorway: roadsOf(city, 'motorway') };
  }

  /** The point of the city under a pointer. */
  at(event: { readonly clientX: number; readonly clientY: number }): { x: number; y: number } {
    const area = this.canvas.getBoundingClientRect();
    const { width, height } = this.city;
    return { x: ((event.clientX - area.left) / area.width) * width, y: ((event.clientY - area.top) / area.height) * height };
  }

  draw({ from, to, route, seconds, most, jammed, cursor }: CityOverlay): void {
    const { context, canvas, city, byKind } = this;
    const { graph } = city;
    const colours = palette();
    const across = Math.max(1, Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio)));
    const scale = across / city.width;
    const down = Math.round(city.height * scale);
    if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
    const unit = across / 1000;
    context.fillStyle = colours.free;
    context.fillRect(0, 0, across, down);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.strokeStyle = colours.closed;
    context.lineWidth = city.riverWidth * scale;
    context.beginPath();
    for (const [x, y] of city.river) context.lineTo(x * scale, y * scale);
    context.stroke();
    const trace = (road: number): void => {
      const [a, b] = [city.ends[2 * road], city.ends[2 * road + 1]];
      context.moveTo(graph.x(a) * scale, graph.y(a) * scale);
      context.lineTo(graph.x(b) * scale, graph.y(b) * scale);
    };
    const stroke = (roads: readonly number[], colour: string, width: number): void => {
      context.strokeStyle = colour;
      context.lineWidth = width * unit;
      context.beginPath();
      roads.forEach(trace);
      context.stroke();
    };
    for (const kind of ROAD_KINDS) {
      if (seconds === undefined) stroke(byKind[kind], kind === 'motorway' ? colours.terrain : colours.unknown, WIDTHS[kind] + 0.6);
      else for (const [band, colour] of bandColours().entries()) stroke(byKind[kind].filter((road) => bandOf(road) === band), colour, WIDTHS[kind] + 0.6);
    }
    function bandOf(road: number): number {
      const far = Math.max(seconds![city.ends[2 * road]], seconds![city.ends[2 * road + 1]]);
      return Math.min(BANDS, Math.floor((BANDS * far) / most));
    }
    stroke([...jammed.keys()].filter((road) => jammed[road] !== 0), colours.landmark, 2.2);
    for (const [colour, width] of [[colours.halo, 7], [colours.path, 4]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width * unit;
      context.beginPath();
      for (const v of route) context.lineTo(graph.x(v) * scale, graph.y(v) * scale);
      context.stroke();
    }
    for (const [v, colour] of [[to, colours.goal], [from, colours.start]] as const) {
      context.beginPath();
      context.arc(graph.x(v) * scale, graph.y(v) * scale, 9 * unit, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.strokeStyle = colours.halo;
      context.lineWidth = 3 * unit;
      context.fill();
      context.stroke();
    }
    if (cursor === undefined) return;
    const [x, y, reach] = [cursor.x * scale, cursor.y * scale, cursor.reach * scale];
    for (const [colour, width] of [[colours.halo, 7], [colours.agent, 3]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width * unit;
      context.beginPath();
      context.arc(x, y, reach, 0, 2 * Math.PI);
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        context.moveTo(x + dx * reach, y + dy * reach);
        context.lineTo(x + 1.6 * dx * reach, y + 1.6 * dy * reach);
      }
      context.stroke();
    }
  }
}

/** From near to far, and one for what is farther. */
export function bandColours(): string[] {
  const { high, low, unknown } = palette();
  const mix = (share: number): string => `color-mix(in srgb, ${low} ${Math.round(100 * share)}%, ${high})`;
  return [...Array.from({ length: BANDS }, (_, i) => mix(i / BANDS)), unknown];
}
