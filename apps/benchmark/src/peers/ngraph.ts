import type { GridPeer, LoadedPeer, PlainMap } from '@pf/bench';
import createGraph from 'ngraph.graph';
import type { Node } from 'ngraph.graph';
import { aStar, nba } from 'ngraph.path';
import { versionOf } from './version.ts';

interface Cell {
  readonly x: number;
  readonly y: number;
}

/** A link for each pair of neighbours, its length as data; the heuristic is octile. */
function load(map: PlainMap, algorithm: typeof aStar): LoadedPeer {
  const { width, height } = map;
  const graph = createGraph<Cell, number>();
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (map.isFree(x, y)) graph.addNode(y * width + x, { x, y });
  const free = (x: number, y: number): boolean => x >= 0 && x < width && y >= 0 && y < height && map.isFree(x, y);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!free(x, y)) continue;
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
        if (!free(x + dx, y + dy) || !free(x + dx, y) || !free(x, y + dy)) continue;
        graph.addLink(y * width + x, (y + dy) * width + x + dx, dx !== 0 && dy !== 0 ? Math.SQRT2 : 1);
      }
    }
  }
  const finder = algorithm(graph, {
    distance: (_from, _to, link) => link.data,
    heuristic: (from, to) => {
      const dx = Math.abs(from.data.x - to.data.x);
      const dy = Math.abs(from.data.y - to.data.y);
      return dx > dy ? dx + (Math.SQRT2 - 1) * dy : dy + (Math.SQRT2 - 1) * dx;
    },
  });
  return {
    search: (fromX, fromY, toX, toY) => finder.find(fromY * width + fromX, toY * width + toX),
    // It answers from the goal back to the start.
    cells: (answer) => (answer as Node<Cell>[]).map(({ data }) => [data.x, data.y] as const).reverse(),
  };
}

const common = { version: versionOf('ngraph.path'), neighbours: 8, setting: 'octile heuristic; the build of the graph is not counted' } as const;

export const ngraphAStar: GridPeer = { ...common, name: 'ngraph.path A*', load: (map) => load(map, aStar) };

export const ngraphNba: GridPeer = { ...common, name: 'ngraph.path NBA*', load: (map) => load(map, nba) };
