import { AStar } from '@pf/search';
import type { Player } from './player.ts';
import { optimal } from './players/search.ts';

/** A fault put in on purpose, so that one can see it found: ways of more than three cells cost a little more than they do. */
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

/** Never comes back from a world with a wall beside the start. */
export const sleeper: Player = {
  name: 'A* that sleeps',
  join: (stage) => ({
    ask({ start }) {
      const grid = stage.grid;
      if (grid === undefined) return;
      const [x, y] = [grid.x(start), grid.y(start)];
      while (grid.contains(x + 1, y) && grid.isBlocked(x + 1, y));
    },
  }),
};
