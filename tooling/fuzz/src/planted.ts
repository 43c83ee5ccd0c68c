import { AStar } from '@pf/search';
import type { Player } from './player.ts';
import { optimal } from './players/search.ts';

/** A deliberate fault, to prove that faults are found: paths of more than three cells cost slightly more than reported. */
export const liar: Player = optimal('A* that lies', (graph) => {
  const astar = new AStar(graph);
  return {
    search(start, goal) {
      const cost = astar.search(start, goal);
      return astar.path(new Uint32Array(graph.vertexCount)) > 3 ? cost * 1.01 : cost;
    },
    path: (out) => astar.path(out),
  };
});

/** Never returns in a world with a wall next to the start. */
export const sleeper: Player = {
  name: 'A* that sleeps',
  join: (stage) => ({
    query({ start }) {
      const grid = stage.grid;
      if (grid === undefined) return;
      const [x, y] = [grid.x(start), grid.y(start)];
      while (grid.contains(x + 1, y) && grid.isBlocked(x + 1, y));
    },
  }),
};
