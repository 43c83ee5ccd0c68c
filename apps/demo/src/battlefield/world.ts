import { caves, FogOfWar, Grid, radius, seededRandom } from '@pf/grid';
import { Dispatcher } from '@pf/realtime';
import { AStar, JumpPointSearch } from '@pf/search';
import type { FromWorker, Meter, PlannerName, ToWorker } from './messages.ts';

const SEEN = 2;
const FREE = 1;

/** The battlefield itself: one true map, one map as the side knows it, its characters, and who plans for them. No browser in it. */
export class World {
  private fog = new FogOfWar(new Grid(1, 1));
  private dispatcher: Dispatcher | undefined;
  private ids: number[] = [];
  private places = new Int32Array(0);
  private goals = new Int32Array(0);
  private budget = 4;
  private readonly sensor = radius(6);
  private tails = new Uint32Array(0);
  /** What the page was last told of each cell. */
  private shown = new Uint8Array(0);
  private fresh: number[] = [];

  /** Does what a message asks; returns what is to be answered at once. */
  take(message: ToWorker): FromWorker | undefined {
    switch (message.kind) {
      case 'begin':
        this.budget = message.budget;
        return this.begin(message.size, message.seed, message.characters, message.planner);
      case 'order': {
        const { known } = this.fog;
        const goal = known.vertex(message.x, message.y);
        for (const character of message.characters) this.order(character, goal);
        return undefined;
      }
      case 'build':
        return void this.build(message.x, message.y, message.radius, message.wall);
      case 'planner':
        return void this.employ(message.planner);
      case 'budget':
        this.budget = message.budget;
        return undefined;
      case 'run':
        return undefined;
    }
  }

  /** One frame: plan within the budget, move, look around. */
  frame(): FromWorker {
    const begin = performance.now();
    const { dispatcher, fog, tails, ids, places } = this;
    let counts: Omit<Meter, 'milliseconds'> = { expanded: 0, planned: 0, moved: 0, waiting: 0 };
    if (dispatcher !== undefined) {
      counts = dispatcher.frame({ milliseconds: this.budget, now: () => performance.now() });
      ids.forEach((id, i) => {
        const at = dispatcher.position(id);
        if (at === places[i]) return;
        places[i] = at;
        this.look(at);
        const changed = fog.reveal(at, this.sensor, tails);
        if (changed > 0) dispatcher.arcsChanged(tails, changed);
      });
    }
    const milliseconds = performance.now() - begin;
    return { kind: 'frame', changes: this.changes(), places: this.whereabouts(), meter: { ...counts, milliseconds } };
  }

  private begin(size: number, seed: number, characters: number, planner: PlannerName): FromWorker {
    const random = seededRandom(seed);
    const truth = caves(size, size, random);
    this.fog = new FogOfWar(truth);
    this.tails = new Uint32Array(truth.vertexCount);
    this.shown = new Uint8Array(truth.vertexCount);
    const free = [...truth.cells.keys()].filter((v) => truth.cells[v] !== 0);
    // Everybody begins in one corner of the map.
    const camp = free.sort((a, b) => truth.x(a) + truth.y(a) - truth.x(b) - truth.y(b)).slice(0, Math.min(characters, free.length));
    this.places = Int32Array.from(camp);
    this.goals = new Int32Array(camp.length).fill(-1);
    for (const v of camp) {
      this.fog.reveal(v, this.sensor, this.tails);
      this.look(v);
    }
    this.employ(planner);
    const cells = new Uint8Array(size * size);
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) cells[y * size + x] = this.shown[truth.vertex(x, y)] = this.lookOf(truth.vertex(x, y));
    this.fresh = [];
    return { kind: 'map', size, cells };
  }

  /** Another planner takes over: everybody stays where it is and keeps its order. */
  private employ(name: PlannerName): void {
    const { known } = this.fog;
    const search = name.startsWith('jps') ? new JumpPointSearch(known) : new AStar(known);
    const dispatcher = new Dispatcher(known, { planner: () => search, heuristic: known.heuristic(), shareFrom: name.endsWith('shared') ? 3 : Infinity, fields: 8 });
    this.dispatcher = dispatcher;
    this.ids = Array.from(this.places, (v) => dispatcher.add(v));
    this.goals.forEach((goal, i) => {
      if (goal >= 0) dispatcher.order(this.ids[i], goal);
    });
  }

  private order(character: number, goal: number): void {
    this.goals[character] = goal;
    this.dispatcher?.order(this.ids[character], goal);
  }

  /** Builds a wall or blows one up; those who see it know it at once. */
  private build(x: number, y: number, radius: number, wall: boolean): void {
    const { truth, known } = this.fog;
    const occupied = new Set(this.places);
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        if (!truth.contains(x + dx, y + dy) || dx * dx + dy * dy > radius * radius) continue;
        const v = truth.vertex(x + dx, y + dy);
        if (wall && occupied.has(v)) continue;
        truth.setBlocked(x + dx, y + dy, wall);
        if (this.fog.isSeen(v)) this.dispatcher?.arcsChanged(this.tails, known.setBlocked(x + dx, y + dy, wall, this.tails));
        this.fresh.push(v);
      }
    }
  }

  /** The cells around `v` may look different now. */
  private look(v: number): void {
    const { truth } = this.fog;
    const [cx, cy] = [truth.x(v), truth.y(v)];
    for (let y = Math.max(0, cy - 6); y <= Math.min(truth.height - 1, cy + 6); y++) {
      for (let x = Math.max(0, cx - 6); x <= Math.min(truth.width - 1, cx + 6); x++) this.fresh.push(truth.vertex(x, y));
    }
  }

  private lookOf(v: number): number {
    return (this.fog.truth.cells[v] !== 0 ? FREE : 0) | (this.fog.isSeen(v) ? SEEN : 0);
  }

  private changes(): Uint32Array {
    const { truth } = this.fog;
    const changes: number[] = [];
    for (const v of this.fresh) {
      const look = this.lookOf(v);
      if (look === this.shown[v]) continue;
      this.shown[v] = look;
      changes.push(truth.y(v) * truth.width + truth.x(v), look);
    }
    this.fresh = [];
    return Uint32Array.from(changes);
  }

  private whereabouts(): Uint16Array {
    const { truth } = this.fog;
    return Uint16Array.from({ length: 2 * this.places.length }, (_, i) => (i % 2 === 0 ? truth.x(this.places[i >> 1]) : truth.y(this.places[i >> 1])));
  }
}
