// The worker's half. In a page: self.onmessage and self.postMessage.
import { parentPort } from 'node:worker_threads';
import { restoreGrid } from '@pf/grid';
import { Landmarks } from '@pf/preprocess';
import { AStar } from '@pf/search';

let grid, landmarks, search, out, tails;
const answers = {
  load({ map, tables }) {
    grid = restoreGrid(map);
    landmarks = Landmarks.load(grid, tables);
    search = new AStar(grid, { heuristic: landmarks.heuristic({ base: grid.heuristic() }) });
    out = new Uint32Array(grid.vertexCount);
    tails = new Uint32Array(grid.vertexCount);
  },
  edit(rectangle) {
    landmarks.arcsChanged(tails, grid.setRectangle(...rectangle, tails));
  },
  path({ id, from, to }) {
    try {
      const cost = search.search(from, to);
      const path = out.slice(0, search.path(out));
      parentPort?.postMessage({ id, cost, expanded: search.counters.expanded, path }, [path.buffer]); // moved, not copied
    } catch (error) {
      parentPort?.postMessage({ id, error });
    }
  },
};
parentPort?.on('message', ([kind, data]) => answers[kind](data));
