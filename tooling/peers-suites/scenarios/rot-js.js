// The path tests of rot.js (tests/spec/path.js of its repository), restated: maps, starts, goals and expected cells.

const squares = {
  rows: ['........', '.###.###', '...#.#.#', '.###.###', '........'],
  goal: [4, 4],
  unreachable: [6, 2],
};

// Its hexagons use every other x; row 1 begins at x = 1.
const hexagons = {
  rows: ['...#..', '.##..', '..#...', '#..#.', '.###..'],
  goal: [8, 4],
  unreachable: [0, 4],
};

const paths = {
  4: {
    A: [[0, 1], [0, 2], [0, 3], [0, 4], [1, 4], [2, 4], [3, 4], [4, 4]],
    B: [[2, 2], [1, 2], [0, 2], [0, 3], [0, 4], [1, 4], [2, 4], [3, 4], [4, 4]],
  },
  6: {
    A: [[4, 0], [2, 0], [1, 1], [2, 2], [3, 3], [5, 3], [6, 2], [8, 2], [9, 3], [8, 4]],
    B: [[10, 0], [9, 1], [8, 2], [9, 3], [8, 4]],
  },
  8: {
    A: [[0, 1], [0, 2], [0, 3], [1, 4], [2, 4], [3, 4], [4, 4]],
    B: [[2, 2], [1, 2], [0, 3], [1, 4], [2, 4], [3, 4], [4, 4]],
  },
};

/** `{ finder, topology, rows, start, goal, path }`; path is undefined if there is none. */
export const scenarios = ['Dijkstra', 'AStar'].flatMap((finder) =>
  [8, 4, 6].flatMap((topology) => {
    const { rows, goal, unreachable } = topology === 6 ? hexagons : squares;
    const found = Object.entries(paths[topology]).map(([name, path]) => ({ name, start: path[0], path }));
    return [...found, { name: 'X', start: unreachable, path: undefined }].map(({ name, ...rest }) => ({
      name: `${finder}, topology ${topology}: path ${name}`, finder, topology, rows, goal, ...rest,
    }));
  }),
);

/** Its nineteenth test: along an open row of 50 cells, A* generates the neighbours of exactly 50 cells. */
export const openRow = { from: [0, 0], to: [50, 0], looks: 400 };
