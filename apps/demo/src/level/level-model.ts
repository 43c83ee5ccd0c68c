import { NavMesh, Polyanya, type MeshView, type Polygon, type Surface } from '@pf/navmesh';

export interface Place { readonly x: number; readonly y: number; readonly z: number }

/** Metres: from one floor to the next, and half of the side of a hole. */
export const STOREY = 3;
export const HOLE = 0.9;
const WALK = 0, DOOR = 1, SHUT = 2;
/** The ends of the ladder, and of the jump down. */
export const LADDER: readonly [Place, Place] = [{ x: 17, y: 7.6, z: 0 }, { x: 17, y: 8.4, z: STOREY }];
export const JUMP: readonly [Place, Place] = [{ x: 8, y: 8.2, z: STOREY }, { x: 8, y: 7.2, z: 0 }];
export const SIZE = { x: 20, y: 14 };
/** Where the wall between the rooms stands, and its door from where to where. */
export const WALL = { left: 9.8, right: 10.2, door: [3, 5] as const };

/** A rectangle of floor from (left, low) to (right, high). */
type Rectangle = readonly [left: number, low: number, right: number, high: number, z: number, area: number];

/** Two rooms with a door between them, a gallery above, stairs, a ladder, and a jump down. */
function makeLevel(): Surface {
  const rooms: Rectangle[] = [
    [0, 0, 1, 14, 0, WALK], [1, 0, 3, 2, 0, WALK], [1, 8, 3, 14, 0, WALK], [3, 0, WALL.left, 14, 0, WALK], [WALL.right, 0, 20, 14, 0, WALK],
    [WALL.left, WALL.door[0], WALL.right, WALL.door[1], 0, DOOR], [0, 8, 20, 14, STOREY, WALK],
  ];
  const vertices: number[][] = [], polygons: number[][] = [], areas: number[] = [];
  const add = (corners: number[][], area: number): void => {
    polygons.push(corners.map((corner) => vertices.push(corner) - 1));
    areas.push(area);
  };
  for (const [left, low, right, high, z, area] of rooms) add([[left, low, z], [right, low, z], [right, high, z], [left, high, z]], area);
  // The stairs.
  add([[1, 2, 0], [3, 2, 0], [3, 8, STOREY], [1, 8, STOREY]], WALK);
  return { vertices, polygons, areas, links: [{ from: LADDER[0], to: LADDER[1], cost: 5 }, { from: JUMP[0], to: JUMP[1], cost: 1, oneWay: true }] };
}

type PathPoint = Place & { readonly link: number };

export interface Walk {
  /** What is left of the path. */
  readonly points: readonly PathPoint[];
  /** Of the whole path: its number of points, and how it changes floors. */
  readonly pointCount: number;
  readonly by: 'one floor' | 'the stairs' | 'the ladder' | 'the jump';
  readonly cost: number;
  readonly expanded: number;
  readonly microseconds: number;
}

interface Hole { readonly outline: Polygon; readonly at: Place }

/** A level with floors: one who walks in it, and what changes there. No browser in it. */
export class LevelModel {
  readonly mesh = NavMesh.fromSurface(makeLevel(), { room: 2000, snap: 1e-5 });
  readonly ladder = 0;
  readonly holes: Hole[] = [];
  isDoorOpen = true;
  isLadderUp = true;
  walker: Place = { x: 5, y: 1.5, z: 0 };
  goal: Place = { x: 15, y: 12, z: STOREY };
  walk: Walk;
  private readonly view: MeshView = this.mesh.view({ costs: { [SHUT]: Infinity } });
  private readonly polyanya = new Polyanya(this.view);

  constructor() {
    this.walk = this.plan();
  }

  /** Walks to a place from now on. */
  goTo(goal: Place): void {
    this.goal = goal;
    this.walk = this.plan();
  }

  setDoor(isOpen: boolean): void {
    this.isDoorOpen = isOpen;
    this.markDoor();
    this.walk = this.plan();
  }

  setLadder(isUp: boolean): void {
    this.isLadderUp = isUp;
    this.mesh.setLink(this.ladder, isUp);
    this.walk = this.plan();
  }

  /** Cuts a hole around a place of its floor, or fills the one that is there. Where there is no floor, nothing changes. */
  toggleHole({ x, y, z }: Place): void {
    const there = this.holes.findIndex(({ at }) => Math.abs(at.x - x) <= HOLE && Math.abs(at.y - y) <= HOLE && Math.abs(at.z - z) < 1);
    if (there >= 0) {
      this.mesh.restore(this.holes[there].outline);
      this.holes.splice(there, 1);
      // The doorway may have been cut away when its door was opened or closed.
      this.markDoor();
    } else {
      const outline: Polygon = [[x - HOLE, y - HOLE], [x + HOLE, y - HOLE], [x + HOLE, y + HOLE], [x - HOLE, y + HOLE]];
      if (this.mesh.cut(outline, undefined, { low: z - 1, high: z + 1 }) > 0) this.holes.push({ outline, at: { x, y, z } });
      else this.mesh.restore(outline);
    }
    this.walk = this.plan();
  }

  /** Walks a distance in metres; returns whether there is more to walk. */
  step(metres: number): boolean {
    const { points } = this.walk;
    let left = metres, at = this.walker, k = 1;
    for (; k < points.length && left > 0; k++) {
      const to = points[k], length = Math.hypot(to.x - at.x, to.y - at.y, to.z - at.z);
      const share = length <= left ? 1 : left / length;
      at = { x: at.x + share * (to.x - at.x), y: at.y + share * (to.y - at.y), z: at.z + share * (to.z - at.z) };
      left -= length;
      if (share < 1) break;
    }
    this.walker = at;
    this.walk = { ...this.walk, points: points.length === 0 ? [] : [{ ...at, link: points[k - 1]?.link ?? -1 }, ...points.slice(k)] };
    return this.walk.points.length > 1;
  }

  /** Sets the area of all faces of the doorway; there may be several, or none, where holes are cut. */
  private markDoor(): void {
    const { mesh } = this;
    for (let face = 0; face < mesh.vertexCount; face++) {
      const isRemoved = mesh.outlineOf(face).length === 0;
      if (!isRemoved && mesh.areaOf(face) !== WALK) mesh.setArea(face, this.isDoorOpen ? DOOR : SHUT);
    }
  }

  private plan(): Walk {
    const { polyanya, view } = this;
    const allowed = (place: Place): Place => {
      const near = view.nearest(place.x, place.y, place.z);
      return near === undefined ? place : { x: near.x, y: near.y, z: near.z ?? 0 };
    };
    const from = allowed(this.walker), to = allowed(this.goal);
    let cost = Infinity;
    // Browsers have coarse clocks, so the query is repeated for two milliseconds.
    const begin = performance.now();
    let took = 0, calls = 0;
    for (; took < 2; calls++, took = performance.now() - begin) cost = polyanya.search(from.x, from.y, to.x, to.y, from.z, to.z);
    const microseconds = (1000 * took) / calls, out = new Float64Array(4 * polyanya.pathInSpaceLength), n = polyanya.pathInSpace(out);
    const points = Array.from({ length: n }, (_, i) => ({ x: out[4 * i], y: out[4 * i + 1], z: out[4 * i + 2], link: out[4 * i + 3] }));
    return { points, pointCount: n, by: this.changesFloorBy(points), cost, expanded: polyanya.counters.expanded, microseconds };
  }

  private changesFloorBy(points: readonly PathPoint[]): Walk['by'] {
    if (points.some(({ link }) => link === this.ladder)) return 'the ladder';
    if (points.some(({ link }) => link >= 0)) return 'the jump';
    return points.some(({ z }) => (z > 0.1 && z < STOREY - 0.1) || Math.abs(z - points[0].z) > 1) ? 'the stairs' : 'one floor';
  }
}
