import { Components, FogOfWar, Grid, nearestFree, radius, seededRandom } from '@pf/grid';
import { Dispatcher } from '@pf/crowd';
import { makeBattleMap } from './battle-map.ts';
import type { Collisions, Counts, FromWorker, PlannerName, ToWorker } from './messages.ts';
import { FREE, SEEN } from './messages.ts';
import { plannersFor } from './unit-planners.ts';

const NONE = -1;
const SIGHT = 6;
/** Number of companies of the side. */
const COMPANIES = 5;
/** Number of frames after which characters with unreachable goals are sent to the nearest reachable cells. */
const RESCUE = 30;
/** Maximum number of arrived characters that get a cell to stand on in one frame. */
const SETTLE = 40;

/** The battlefield itself: one true map, the map that the side has explored, its characters and their planner. Does not use the browser. */
export class World {
  private fog = new FogOfWar(new Grid(1, 1));
  private dispatcher: Dispatcher | undefined;
  private ids: number[] = [];
  private places = new Int32Array(0);
  private goals = new Int32Array(0);
  /** The cell that each character stands on or has reserved; by vertex, whether it is taken. */
  private stands = new Int32Array(0);
  private taken = new Uint8Array(0);
  private budget = 4;
  private planner: PlannerName = 'jps-shared';
  private collisions: Collisions = 'pass';
  private planned = 0;
  private repairing = 0;
  private random = seededRandom(1);
  private readonly sensor = radius(SIGHT);
  private tails = new Uint32Array(0);
  /** The tails of one frame, each once, and by vertex the frame that it was last among them. */
  private changed = new Uint32Array(0);
  private changedIn = new Uint32Array(0);
  private frames = 0;
  /** By vertex: the state of the map when a character last sensed there. */
  private lookedAt = new Uint32Array(0);
  private edits = 1;
  /** The last state of each cell sent to the page, and the cells that may have changed since. */
  private shown = new Uint8Array(0);
  private fresh: number[] = [];

  /** Handles a message; returns an immediate answer, if any. */
  take(message: ToWorker): FromWorker | undefined {
    switch (message.kind) {
      case 'begin':
        this.budget = message.budget;
        this.collisions = message.collisions;
        return this.begin(message.size, message.seed, message.characters, message.planner);
      case 'order': {
        const { known } = this.fog;
        const goal = nearestFree(known, known.vertex(message.x, message.y));
        this.orderAll(message.characters, goal);
        return undefined;
      }
      case 'scatter':
        return void this.ids.forEach((_, i) => this.order(i, this.somewhere()));
      case 'build':
        return void this.build(message.x, message.y, message.radius, message.wall);
      case 'planner':
        return void this.employ(message.planner);
      case 'collisions':
        this.collisions = message.collisions;
        return void this.employ(this.planner);
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
    const { dispatcher, ids, places } = this;
    let counts: Omit<Counts, 'repairing'> = { expanded: 0, planned: 0, moved: 0, waiting: 0 };
    if (dispatcher !== undefined) {
      counts = dispatcher.frame({ milliseconds: this.budget, now: () => performance.now() });
      this.planned += counts.planned;
      let n = 0;
      this.frames++;
      ids.forEach((id, i) => {
        const at = dispatcher.position(id);
        if (at === places[i]) return;
        places[i] = at;
        n = this.look(at, n);
      });
      dispatcher.arcsChanged(this.changed, n);
      // Those who avoid each other have places of their own already.
      if (this.collisions === 'pass') this.settle(dispatcher);
      if (this.frames % RESCUE === 0) this.rescue(dispatcher);
    }
    const milliseconds = performance.now() - begin;
    const { planned, repairing } = this;
    return { kind: 'frame', changes: this.changes(), places: this.whereabouts(), meter: { ...counts, planned, repairing, milliseconds } };
  }

  /** The current state, while the battle is paused. */
  still(): FromWorker {
    const { dispatcher, ids, planned, repairing } = this;
    const waiting = ids.filter((id) => dispatcher?.status(id) === 'waiting').length;
    const meter = { expanded: 0, planned, moved: 0, waiting, repairing };
    return { kind: 'still', changes: this.changes(), places: this.whereabouts(), meter };
  }

  private begin(size: number, seed: number, characters: number, planner: PlannerName): FromWorker {
    this.random = seededRandom(seed);
    const { truth, ground } = makeBattleMap(size, this.random);
    const n = truth.vertexCount;
    this.fog = new FogOfWar(truth);
    this.tails = new Uint32Array(n);
    this.changed = new Uint32Array(n);
    this.changedIn = new Uint32Array(n);
    this.lookedAt = new Uint32Array(n);
    this.taken = new Uint8Array(n);
    this.shown = new Uint8Array(n);
    [this.ids, this.frames, this.planned] = [[], 0, 0];
    // All begins in one corner of the map.
    const camp = [...ground].sort((a, b) => truth.x(a) + truth.y(a) - truth.x(b) - truth.y(b)).slice(0, characters);
    this.places = Int32Array.from(camp);
    this.stands = Int32Array.from(camp);
    this.goals = new Int32Array(camp.length).fill(NONE);
    for (const v of camp) {
      this.taken[v] = 1;
      this.look(v, 0);
    }
    this.employ(planner);
    // The companies start at once.
    const goals = Array.from({ length: COMPANIES }, () => ground[Math.floor(ground.length * (0.35 + 0.65 * this.random()))]);
    goals.forEach((goal, company) => this.orderAll([...camp.keys()].filter((i) => Math.floor((i * COMPANIES) / camp.length) === company), goal));
    const looks = new Uint8Array(size * size);
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) looks[y * size + x] = this.shown[truth.vertex(x, y)] = this.lookOf(truth.vertex(x, y));
    this.fresh = [];
    return { kind: 'map', size, looks };
  }

  /** Changes the planner. All characters keep their positions, and those on the way their goals. */
  private employ(name: PlannerName): void {
    const { known } = this.fog;
    const sent = this.ids.map((id) => this.dispatcher!.goal(id));
    this.planner = name;
    if (this.collisions === 'avoid') this.spreadOut();
    const { planner, repairing } = plannersFor(name, known, this.places.length);
    this.repairing = repairing;
    const dispatcher = this.dispatcher = new Dispatcher(known, { planner, heuristic: known.heuristic(), shareFrom: name.endsWith('shared') ? 3 : Infinity, fields: 8, collisions: this.collisions });
    this.ids = Array.from(this.places, (v) => dispatcher.add(v));
    // Where they avoid each other, each has a goal of its own; those who passed each other until now may share one.
    for (const goal of new Set(sent)) {
      const group = goal === NONE ? [] : this.ids.filter((_, i) => sent[i] === goal);
      if (this.collisions === 'avoid' && group.length > 1) dispatcher.spread(group, goal);
      else for (const id of group) dispatcher.order(id, goal);
    }
  }

  /** Before they avoid each other, each of those who share a cell gets one of its own: a seen one, since others may turn out to be walls. */
  private spreadOut(): void {
    const { fog, fog: { known } } = this;
    const occupied = new Set<number>();
    this.places.forEach((v, i) => {
      const place = nearestFree(known, v, (u) => !occupied.has(u) && fog.isSeen(u));
      occupied.add((this.places[i] = place === NONE ? v : place));
    });
  }

  /** Sends a group to one place: around it where they avoid each other. */
  private orderAll(characters: readonly number[], goal: number): void {
    if (this.collisions === 'pass' || goal === NONE) return characters.forEach((character) => this.order(character, goal));
    for (const character of characters) {
      this.leave(character);
      this.goals[character] = goal;
    }
    this.dispatcher?.spread(characters.map((character) => this.ids[character]), goal);
  }

  private order(character: number, goal: number): void {
    if (goal === NONE || this.dispatcher === undefined) return;
    this.leave(character);
    this.goals[character] = goal;
    this.dispatcher.order(this.ids[character], goal);
  }

  private leave(character: number): void {
    if (this.stands[character] !== NONE) this.taken[this.stands[character]] = 0;
    this.stands[character] = NONE;
  }

  /** Characters that arrive at a taken cell get the nearest free one. */
  private settle(dispatcher: Dispatcher): void {
    const { ids, goals, stands, taken, places, fog } = this;
    let left = SETTLE;
    for (let i = 0; i < ids.length && left > 0; i++) {
      if (goals[i] === NONE || dispatcher.status(ids[i]) !== 'idle') continue;
      goals[i] = NONE;
      if (stands[i] !== NONE) continue;
      left--;
      const place = nearestFree(fog.known, places[i], (v) => taken[v] === 0 && fog.isSeen(v));
      if (place === NONE) continue;
      stands[i] = place;
      taken[place] = 1;
      if (place === places[i]) continue;
      goals[i] = place;
      dispatcher.order(ids[i], place);
    }
  }

  /** Nobody stands about for ever because the place that they were sent to turned out to be walled in. */
  private rescue(dispatcher: Dispatcher): void {
    const { ids, goals, places } = this;
    const { known } = this.fog;
    const lost = [...ids.keys()].filter((i) => goals[i] !== NONE && dispatcher.status(ids[i]) === 'unreachable');
    if (lost.length === 0) return;
    const parts = new Components(known);
    const found = new Map<string, number>();
    for (const i of lost) {
      const key = `${goals[i]} ${parts.label(places[i])}`;
      const near = found.get(key) ?? nearestFree(known, goals[i], (v) => parts.same(v, places[i]));
      found.set(key, near);
      if (near !== NONE && near !== places[i]) this.order(i, near);
      else {
        dispatcher.cancel(ids[i]);
        goals[i] = NONE;
      }
    }
  }

  private somewhere(): number {
    const { known } = this.fog;
    return nearestFree(known, known.vertex(Math.floor(this.random() * known.width), Math.floor(this.random() * known.height)));
  }

  /** Builds a wall or blows one up; those who see it know it at once. */
  private build(x: number, y: number, reach: number, wall: boolean): void {
    const { truth, known } = this.fog;
    const occupied = new Set(this.places);
    this.edits++;
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        if (!truth.contains(x + dx, y + dy) || dx * dx + dy * dy > reach * reach) continue;
        const v = truth.vertex(x + dx, y + dy);
        if (wall && occupied.has(v)) continue;
        truth.setBlocked(x + dx, y + dy, wall);
        if (this.fog.isSeen(v)) this.dispatcher?.arcsChanged(this.tails, known.setBlocked(x + dx, y + dy, wall, this.tails));
        this.fresh.push(v);
      }
    }
  }

  /** Somebody looks around at `v`; adds the tails of what was not as known to the first `n`, and returns how many there are then. */
  private look(v: number, n: number): number {
    const { fog, tails, changed, changedIn, frames, lookedAt } = this;
    if (lookedAt[v] === this.edits) return n;
    lookedAt[v] = this.edits;
    const before = fog.seenCount;
    const found = fog.reveal(v, this.sensor, tails);
    if (found === 0 && fog.seenCount === before) return n;
    for (let i = 0; i < found; i++) {
      if (changedIn[tails[i]] === frames) continue;
      changedIn[tails[i]] = frames;
      changed[n++] = tails[i];
    }
    const { truth } = fog;
    const [cx, cy] = [truth.x(v), truth.y(v)];
    for (let y = Math.max(0, cy - SIGHT); y <= Math.min(truth.height - 1, cy + SIGHT); y++) {
      for (let x = Math.max(0, cx - SIGHT); x <= Math.min(truth.width - 1, cx + SIGHT); x++) this.fresh.push(truth.vertex(x, y));
    }
    return n;
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
    const out = new Uint16Array(2 * this.places.length);
    this.places.forEach((v, i) => {
      out[2 * i] = truth.x(v);
      out[2 * i + 1] = truth.y(v);
    });
    return out;
  }
}
