// The tests of python-pathfinding (the folder test of its repository, in the release with ten finders), restated: maps, ends and expected lengths.

const open = (width, height) => Array.from({ length: height }, () => Array(width).fill(1));
const inverted = (matrix) => matrix.map((row) => row.map((cell) => 1 - cell));

/**
 * `matrix` holds the cost to enter a cell, 0 for a wall; a path has `steps` cells with four neighbours, `diagonalSteps` with eight, past every
 * corner.
 */
const maps = [
  { name: 's1', from: [0, 0], to: [1, 1], matrix: inverted([[0, 0], [1, 0]]), steps: 3, diagonalSteps: 2 },
  {
    name: 's2', from: [1, 1], to: [4, 4], steps: 9, diagonalSteps: 5,
    matrix: inverted([[0, 0, 0, 0, 0], [1, 0, 1, 1, 0], [1, 0, 1, 0, 0], [0, 1, 0, 0, 0], [1, 0, 1, 1, 0], [0, 0, 1, 0, 0]]),
  },
  {
    name: 's3', from: [0, 3], to: [3, 3], steps: 10, diagonalSteps: 6,
    matrix: inverted([[0, 0, 0, 0, 0], [0, 0, 1, 1, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [1, 0, 1, 1, 0], [0, 0, 0, 0, 0]]),
  },
  { name: 's4', from: [4, 4], to: [19, 19], matrix: open(20, 20), steps: 31, diagonalSteps: 16 },
  {
    name: 's5', from: [0, 0], to: [4, 0], weighted: true, steps: 15, diagonalSteps: 12,
    matrix: [[1, 2, 99, 9, 1], [1, 2, 0, 0, 1], [1, 1, 0, 1, 1], [4, 3, 0, 1, 1], [1, 1, 0, 0, 1], [1, 1, 1, 1, 1]],
  },
  { name: 's6', from: [3, 2], to: [0, 0], matrix: open(5, 5), joined: true, steps: 5, diagonalSteps: 3 },
  {
    name: 's7', from: [0, 0], to: [4, 0], weighted: true, steps: 15, diagonalSteps: 12,
    matrix: [
      [0.01, 0.02, 0.99, 0.09, 0.01], [0.01, 0.02, 0, 0, 0.01], [0.01, 0.01, 0, 0.01, 0.01],
      [0.08, 0.03, 0, 0.01, 0.01], [0.01, 0.01, 0, 0, 0.01], [0.01, 0.01, 0.01, 0.01, 0.01],
    ],
  },
];

/** Its finders, and whether they use terrain. */
const finders = {
  AStarFinder: true, BestFirst: true, BiAStarFinder: true, BiBestFirstFinder: true, BiDijkstraFinder: true, DijkstraFinder: true, MinimumSpanningTree: true,
  BiBreadthFirstFinder: false, BreadthFirstFinder: false, IDAStarFinder: false,
};

/** `{ name, finder, map, diagonal, length }`: 128 of them. */
export const paths = [false, true].flatMap((diagonal) =>
  maps.flatMap((map) =>
    Object.entries(finders)
      .filter(([, weighted]) => weighted || map.weighted !== true)
      .map(([finder]) => ({
        name: `${map.name}, ${finder}${diagonal ? ', diagonal' : ''}`, finder, map, diagonal, length: diagonal ? map.diagonalSteps : map.steps,
      })),
  ),
);

/** Every finder stops after three iterations, and after its time: on the second map, with diagonal steps. */
export const limits = Object.keys(finders).map((finder) => ({ finder, map: maps[1] }));

export const csv = {
  text: '1,0,0,1\n1,1,0,0\n0,1,1,1\n0,1,0,1\n1,1,1,1\n',
  from: [0, 0],
  to: [2, 4],
  path: [[0, 0], [0, 1], [1, 1], [1, 2], [1, 3], [1, 4], [2, 4]],
};

export const corner = { matrix: [[1, 1, 1], [1, 0, 1], [1, 1, 1]], from: [0, 0], to: [2, 2], length: 4 };

export const lift = {
  floors: [[[1, 1, 1], [1, 0, 0], [1, 1, 1]], [[1, 1, 1], [0, 0, 1], [1, 1, 1]]],
  at: [2, 2],
  from: [2, 0, 0],
  to: [0, 0, 1],
  path: [
    [2, 0, 0], [1, 0, 0], [0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 2, 0], [2, 2, 0],
    [2, 2, 1], [2, 1, 1], [2, 0, 1], [1, 0, 1], [0, 0, 1],
  ],
};

export const graphs = [
  {
    name: 'roads both ways', directed: false, from: 1, to: 5, path: [1, 3, 6, 5],
    arcs: [[1, 2, 7], [1, 3, 9], [1, 6, 14], [2, 3, 10], [2, 4, 15], [3, 4, 11], [3, 6, 2], [4, 5, 6], [6, 5, 9]],
  },
  { name: 'a connected end', directed: true, from: 0, to: 2, path: [0, 1, 2], arcs: [[0, 1, 1], [1, 0, 1], [1, 2, 1], [2, 1, 1]] },
];

export const lines = [
  { from: [0, 0], to: [2, 5], cells: [[0, 0], [0, 1], [1, 2], [1, 3], [2, 4], [2, 5]] },
  { from: [0, 1], to: [0, 4], cells: [[0, 1], [0, 2], [0, 3], [0, 4]] },
];

/** Tests without a counterpart here, and why. */
export const without = [
  { name: 'a map as text with a frame around it', why: '`toRows` gives rows without a frame' },
  { name: 'a map without cells', why: 'a grid has at least one cell: the constructor throws' },
  { name: 'all the cells that a line touches (raytrace)', why: '`cellsOfLine` gives one cell a step, and `lineOfSight` looks at all that are touched' },
  { name: 'smoothen_path with the bends that its algorithm leaves', why: '`smooth` leaves none on open ground' },
];
