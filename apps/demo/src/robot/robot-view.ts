import type { Footprint, MapFrame, Pose } from '@pf/robots';
import { contextOf } from '../element.ts';
import { palette } from '../palette.ts';
import type { Explorer } from './explorer.ts';
import { OCCUPIED, RANGE } from './explorer.ts';
import type { Parking } from './parking.ts';

/** How far in front of a pose its handle for turning lies, in metres. */
export const HANDLE = 4.4;

/** Draws a car park, or a robot in a house. y points up, as on the maps of robots. */
export class RobotView {
  private readonly context: CanvasRenderingContext2D;
  /** Pixels a metre. */
  private scale = 1;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.context = contextOf(canvas);
  }

  /** The point of the world under a pointer, in metres. */
  at(event: { readonly clientX: number; readonly clientY: number }, { width, height, resolution }: MapFrame): { x: number; y: number } {
    const area = this.canvas.getBoundingClientRect();
    return { x: ((event.clientX - area.left) / area.width) * width * resolution, y: (1 - (event.clientY - area.top) / area.height) * height * resolution };
  }

  /** A drive that is planned, and the car at `driven` of its poses. */
  drawParking({ map, frame, footprint, from, to, drive }: Parking, driven: number): void {
    const { context } = this;
    const colours = palette();
    this.begin(frame, (cell) => (map.costs[cell] >= map.obstacle ? colours.wall : colours.free));
    context.globalAlpha = 0.28;
    for (let i = 0; i < drive.length; i += 12) this.outline(footprint, drive[i], undefined, drive[i].isReverse ? colours.landmark : colours.box, 0.03);
    context.globalAlpha = 1;
    for (let i = 0; i + 1 < drive.length; ) {
      let end = i + 1;
      while (end + 1 < drive.length && drive[end].isReverse === drive[i].isReverse) end++;
      this.line(drive.slice(i, end + 1), drive[i].isReverse ? colours.landmark : colours.box, 0.13);
      i = end;
    }
    for (const [pose, colour] of [[to, colours.goal], [from, colours.start]] as const) {
      context.globalAlpha = 0.22;
      this.outline(footprint, pose, colour, undefined, 0);
      context.globalAlpha = 1;
      this.outline(footprint, pose, undefined, colour, 0.1);
      const tip = { x: pose.x + HANDLE * Math.cos(pose.heading), y: pose.y + HANDLE * Math.sin(pose.heading) };
      this.line([{ x: pose.x + 3.4 * Math.cos(pose.heading), y: pose.y + 3.4 * Math.sin(pose.heading) }, tip], colour, 0.08);
      this.dot(tip, 0.24, colour);
    }
    const car = drive[Math.min(drive.length - 1, Math.floor(driven))];
    if (drive.length === 0) return;
    this.outline(footprint, car, colours.agent, colours.halo, 0.08);
    // The windscreen says where its front is.
    this.line([[2.2, 0.6], [2.2, -0.6]].map(([ahead, left]) => beside(car, ahead, left)), colours.halo, 0.22);
  }

  /** Draws the map of the robot over the true map, with its scan, its track and its plan. */
  drawExplorer({ frame, truth, known, footprint, pose, goal, scan, plan, trace }: Explorer): void {
    const { context } = this;
    const colours = palette();
    this.begin(frame, (cell) => {
      const value = known.values[cell];
      if (value < 0) return truth.values[cell] >= OCCUPIED ? colours.unseenWall : colours.unknown;
      return value >= OCCUPIED ? colours.wall : colours.free;
    });
    if (scan !== undefined) {
      const corners = Array.from({ length: scan.ranges.length }, (_, i) => {
        const [angle, range] = [pose.heading + i * scan.angleIncrement, Math.min(scan.ranges[i], RANGE)];
        return { x: pose.x + range * Math.cos(angle), y: pose.y + range * Math.sin(angle) };
      });
      context.globalAlpha = 0.22;
      this.fill(corners, colours.cone);
      context.globalAlpha = 1;
    }
    this.line(trace, colours.edge, 0.045);
    this.line(plan, colours.path, 0.06);
    this.outline(footprint, goal, undefined, colours.goal, 0.05);
    this.dot(beside(goal, 0.11, 0), 0.04, colours.goal);
    this.outline(footprint, pose, colours.agent, colours.halo, 0.03);
    this.dot(beside(pose, 0.11, 0), 0.04, colours.halo);
  }

  /** Where the keyboard is. */
  cursor({ x, y }: { readonly x: number; readonly y: number }): void {
    const { context, scale } = this;
    const { halo, agent } = palette();
    for (const [colour, width] of [[halo, 6], [agent, 2]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.strokeRect(x * scale - 9, this.down(y) - 9, 18, 18);
    }
  }

  private begin(frame: MapFrame, colourOf: (cell: number) => string): void {
    const { canvas, context } = this;
    const { width, height, resolution } = frame;
    const across = Math.max(1, Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio)));
    const tall = Math.round((across * height) / width);
    if (canvas.width !== across || canvas.height !== tall) [canvas.width, canvas.height] = [across, tall];
    this.scale = across / (width * resolution);
    const side = across / width;
    context.lineCap = context.lineJoin = 'round';
    context.fillStyle = palette().free;
    context.fillRect(0, 0, across, tall);
    for (let cell = 0; cell < width * height; cell++) {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      context.fillStyle = colourOf(cell);
      const [left, top] = [Math.round(x * side), Math.round((height - 1 - y) * side)];
      context.fillRect(left, top, Math.round((x + 1) * side) - left, Math.round((height - y) * side) - top);
    }
  }

  private down(y: number): number {
    return this.canvas.height - y * this.scale;
  }

  private trace(points: readonly { readonly x: number; readonly y: number }[]): void {
    this.context.beginPath();
    for (const { x, y } of points) this.context.lineTo(x * this.scale, this.down(y));
  }

  private line(points: readonly { readonly x: number; readonly y: number }[], colour: string, metres: number): void {
    this.trace(points);
    this.context.strokeStyle = colour;
    this.context.lineWidth = metres * this.scale;
    this.context.stroke();
  }

  private fill(points: readonly { readonly x: number; readonly y: number }[], colour: string): void {
    this.trace(points);
    this.context.closePath();
    this.context.fillStyle = colour;
    this.context.fill();
  }

  private dot(at: { readonly x: number; readonly y: number }, metres: number, colour: string): void {
    this.context.beginPath();
    this.context.arc(at.x * this.scale, this.down(at.y), metres * this.scale, 0, 7);
    this.context.fillStyle = colour;
    this.context.fill();
  }

  private outline({ corners }: Footprint, pose: Pose, inside: string | undefined, edge: string | undefined, metres: number): void {
    const points = corners.map(({ x, y }) => beside(pose, x, y));
    if (inside !== undefined) this.fill(points, inside);
    if (edge !== undefined) this.line([...points, points[0], points[1]], edge, metres);
  }
}

function beside({ x, y, heading }: Pose, ahead: number, left: number): { x: number; y: number } {
  return { x: x + ahead * Math.cos(heading) - left * Math.sin(heading), y: y + ahead * Math.sin(heading) + left * Math.cos(heading) };
}
