import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer } from '@pf/graph/kit';
import type { Character } from './character.ts';

/** So many frames a character comes no nearer before the one in its way makes room; doubled each time that this has not helped, up to a limit. */
const PATIENCE = 12;
const LONGEST_PATIENCE = 192;
/** How far ahead a path counts as one to keep clear, in vertices. */
const CLEARED = 24;
/** How many vertices are looked at for a place to go to. */
const SEARCHED = 512;

/**
 * Who blocks another in a dead end cannot be pushed out of it: it has to pass the one that pushes. It is sent on a detour to a place off the other's path, and its
 * steps come before the other's, who is pushed back to where there is room for both. The place is drawn from ever more of them, so that any order that can be
 * carried out is, sooner or later.
 */
export class Detours {
  private readonly arcs: ArcBuffer;
  private readonly queue = new Int32Array(SEARCHED);
  private readonly parents = new Int32Array(SEARCHED);
  /** By vertex: the search that met it last. */
  private readonly seen: Uint32Array;
  private search = 0;
  private state = 0x2545f491;

  constructor(private readonly graph: Graph) {
    this.arcs = new ArcBuffer(graph);
    this.seen = new Uint32Array(graph.vertexCount);
  }

  /** Begins and ends detours, by how long each character has come no nearer to its goal. */
  update(roster: readonly Character[], frame: number, occupant: (v: number) => Character | undefined): void {
    for (const c of roster) {
      if (c.makesRoomFor !== undefined) this.follow(c, frame);
      if (c.status !== 'walking') {
        c.nearest = Infinity;
        c.nearestAt = frame;
        c.tries = 0;
        continue;
      }
      const left = c.way.left(c.at);
      if (left < c.nearest) {
        c.nearest = left;
        c.nearestAt = frame;
        c.tries = 0;
      } else if (frame - c.nearestAt >= Math.min(LONGEST_PATIENCE, PATIENCE << c.tries) && c.makesRoomFor === undefined && frame > c.heldUntil) {
        const next = c.way.ahead(c.at);
        const blocker = next === NO_VERTEX ? undefined : occupant(next);
        // After a while the same is tried from farther away.
        c.nearestAt = frame;
        c.nearest = left;
        c.tries = Math.min(c.tries + 1, 6);
        if (blocker === undefined || blocker.makesRoomFor !== undefined || blocker.orderedAt < c.orderedAt && blocker.status === 'walking') continue;
        this.send(blocker, c, frame);
      }
    }
  }

  /** The character is somewhere else, or leaves the world: it makes no room, and nobody does for it. */
  forget(c: Character): void {
    c.detour.length = 0;
    c.makesRoomFor = undefined;
  }

  /** Goes one vertex further along a detour, or ends it. */
  private follow(c: Character, frame: number): void {
    const { detour } = c;
    const at = detour.lastIndexOf(c.at);
    if (at >= 0) detour.length = at;
    const other = c.makesRoomFor!;
    if (detour.length > 0 && frame < c.detourUntil && other.status === 'walking') return;
    this.forget(c);
  }

  /** Sends a character to a place off the path of another. */
  private send(c: Character, other: Character, frame: number): void {
    const { graph, arcs, queue, parents, seen } = this;
    const met = ++this.search;
    const chosen = 1 + this.below(2 << other.tries);
    let found = 0;
    let count = 1;
    queue[0] = c.at;
    parents[0] = NO_VERTEX;
    // Rare, and short: a set of its own is cheaper than a stamp for every vertex.
    const path = new Uint32Array(CLEARED);
    const onPath = new Set(path.subarray(0, other.way.write(other.at, path))).add(other.at);
    seen[c.at] = met;
    let end = NO_VERTEX;
    for (let i = 0; i < count && found < chosen; i++) {
      const v = queue[i];
      if (i > 0 && !onPath.has(v)) {
        found++;
        end = i;
      }
      const n = graph.successors(v, arcs.to, arcs.cost);
      for (let k = 0; k < n && count < SEARCHED; k++) {
        const u = arcs.to[k];
        if (seen[u] === met) continue;
        seen[u] = met;
        queue[count] = u;
        parents[count++] = i;
      }
    }
    if (end === NO_VERTEX) return;
    c.detour.length = 0;
    for (let i = end; i > 0; i = parents[i]) c.detour.push(queue[i]);
    c.makesRoomFor = other;
    c.detourUntil = frame + 2 * c.detour.length + 6;
  }

  private below(n: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % n;
  }
}
