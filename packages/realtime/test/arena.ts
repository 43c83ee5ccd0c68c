import { rulesOf } from '@pf/testkit';
import { Grid } from '@pf/grid';
import type { ContractArena, World } from '@pf/testkit';

/** A world as a grid, with its own heuristic and its free cells. */
export function arenaOf(world: World): ContractArena & { readonly graph: Grid } {
  const graph = Grid.fromRows(world.rows, rulesOf(world));
  const cells: number[] = [];
  for (let y = 0; y < graph.height; y++) for (let x = 0; x < graph.width; x++) if (graph.isFree(x, y)) cells.push(graph.vertex(x, y));
  return { graph, heuristic: graph.heuristic(), cells };
}
