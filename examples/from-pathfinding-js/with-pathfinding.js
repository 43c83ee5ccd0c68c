// A game as it was with PathFinding.js (npm i pathfinding): guards walk rounds, a door shuts, one guard takes short cuts.
import assert from 'node:assert/strict';
import PF from 'pathfinding';

const matrix = [
  '............',
  '.####.#####.',
  '.#....#...#.',
  '.#.##.#.#.#.',
  '.#..#...#.#.',
  '.####.###.#.',
  '......#.....',
  '.####...###.',
].map((row) => [...row].map((cell) => (cell === '#' ? 1 : 0)));
const grid = new PF.Grid(matrix);
const round = [[0, 0], [11, 7], [3, 4], [9, 3]];

function walk(finder) {
  let total = 0;
  for (let i = 0; i < round.length; i++) {
    const [from, to] = [round[i], round[(i + 1) % round.length]];
    const path = finder.findPath(...from, ...to, grid.clone()); // a grid is good for one search
    if (path.length === 0) return Infinity;
    total += PF.Util.pathLength(path);
  }
  return total;
}

const finders = {
  'straight steps': new PF.AStarFinder(),
  'round corners': new PF.AStarFinder({ allowDiagonal: true, dontCrossCorners: true }),
  'past corners': new PF.AStarFinder({ allowDiagonal: true }),
};
for (const [name, finder] of Object.entries(finders)) console.log(`${name}: ${walk(finder).toFixed(3)}`);

grid.setWalkableAt(7, 4, false); // a door shuts
for (const [name, finder] of Object.entries(finders)) console.log(`${name}, door shut: ${walk(finder).toFixed(3)}`);

const path = finders['past corners'].findPath(0, 0, 11, 7, grid.clone());
const corners = PF.Util.compressPath(path);
assert.deepEqual(PF.Util.expandPath(corners), path);
assert(PF.Util.smoothenPath(grid, path).length <= path.length);
grid.setWalkableAt(0, 1, false);
grid.setWalkableAt(1, 0, false);
assert.deepEqual(finders['straight steps'].findPath(0, 0, 11, 7, grid.clone()), []);
