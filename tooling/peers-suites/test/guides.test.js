import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { AStar, findPath, NBAStar } from '@pf/search';
import { repository } from '@pf/workspace';
import EasyStar from 'easystarjs';
import createGraph from 'ngraph.graph';
import { aStar, nba } from 'ngraph.path';
import PF from 'pathfinding';
import { describe, expect, test } from 'vitest';

// Checks the rows of the guides against the libraries themselves.

const guide = (peer) => readFileSync(join(repository, `docs/from-${peer}.md`), 'utf8');

describe('every name of the peer is in its guide', () => {
  test('easystarjs', () => {
    const text = guide('easystarjs');
    const methods = Object.entries(new EasyStar.js()).filter(([, value]) => typeof value === 'function').map(([name]) => name);
    expect(methods.length).toBeGreaterThan(20);
    expect(methods.filter((name) => !text.includes(`${name}`))).toEqual([]);
  });

  test('PathFinding.js', () => {
    const text = guide('pathfinding-js');
    const names = [...Object.keys(PF), ...Object.keys(PF.Util), ...Object.keys(PF.DiagonalMovement), ...Object.keys(PF.Grid.prototype)];
    // Node is part of its grid; names with an underscore are private.
    expect(names.filter((name) => name !== 'Node' && !name.startsWith('_') && !text.includes(name))).toEqual([]);
    for (const option of ['allowDiagonal', 'dontCrossCorners', 'diagonalMovement', 'heuristic', 'weight']) expect(text.toLowerCase()).toContain(option.toLowerCase());
  });
});

const random = seededRandom(39);
const matrices = Array.from({ length: 40 }, () => Array.from({ length: 9 }, () => Array.from({ length: 11 }, () => (random() < 0.3 ? 1 : 0))));
for (const matrix of matrices) matrix[0][0] = matrix[8][10] = 0;
const ends = { from: [0, 0], to: [10, 8] };

describe('rules that the guides translate', () => {
  const rules = [
    [{}, { movement: 'four' }],
    [{ diagonalMovement: PF.DiagonalMovement.Never }, { movement: 'four' }],
    [{ diagonalMovement: PF.DiagonalMovement.Always }, { corners: 'always' }],
    [{ diagonalMovement: PF.DiagonalMovement.IfAtMostOneObstacle }, { corners: 'one' }],
    [{ diagonalMovement: PF.DiagonalMovement.OnlyWhenNoObstacles }, { corners: 'never' }],
    [{ allowDiagonal: true }, { corners: 'one' }],
    [{ allowDiagonal: true, dontCrossCorners: true }, { corners: 'never' }],
  ];
  for (const [theirs, ours] of rules) {
    test(`PathFinding.js ${JSON.stringify(theirs)}`, () => {
      for (const matrix of matrices) {
        const path = new PF.DijkstraFinder(theirs).findPath(0, 0, 10, 8, new PF.Grid(matrix));
        const { cost } = findPath(Grid.fromArray(matrix, { ...ours, costOf: (cell) => 1 - cell }), ends);
        expect(cost).toBeCloseTo(path.length === 0 ? Infinity : PF.Util.pathLength(path), 9);
      }
    });
  }

  const settings = [
    [[], { movement: 'four' }],
    [['enableDiagonals'], { corners: 'always' }],
    [['enableDiagonals', 'enableCornerCutting'], { corners: 'always' }],
    [['enableDiagonals', 'disableCornerCutting'], { corners: 'never' }],
    [['enableDiagonals', 'disableDiagonals'], { movement: 'four' }],
  ];
  for (const [calls, ours] of settings) {
    test(`easystarjs ${calls.join(', ') || 'as it comes'}`, () => {
      for (const matrix of matrices) {
        const finder = new EasyStar.js();
        finder.setGrid(matrix);
        finder.setAcceptableTiles([0]);
        for (const call of calls) finder[call]();
        finder.enableSync();
        let path;
        finder.findPath(0, 0, 10, 8, (found) => (path = found));
        finder.calculate();
        const { cost } = findPath(Grid.fromArray(matrix, { ...ours, costOf: (cell) => 1 - cell }), ends);
        if (path === null) expect(cost).toBe(Infinity);
        // Its paths are legal, but with diagonals often not the cheapest.
        else expect(cost).toBeLessThanOrEqual(PF.Util.pathLength(path.map(({ x, y }) => [x, y])) + 1e-9);
      }
    });
  }
});

test('ngraph.path, in one direction and in both', () => {
  for (let i = 0; i < 40; i++) {
    const directed = i % 2 === 0;
    const arcs = Array.from({ length: 40 }, () => [Math.floor(random() * 15), Math.floor(random() * 15), 1 + Math.floor(random() * 9)]).filter(([from, to]) => from !== to);
    // It keeps one link for a pair of nodes, whichever direction was requested.
    const distinct = [...new Map(arcs.map((arc) => [`${Math.min(arc[0], arc[1])} ${Math.max(arc[0], arc[1])}`, arc])).values()];
    const theirs = createGraph();
    for (let v = 0; v < 15; v++) theirs.addNode(v);
    for (const [from, to, weight] of distinct) theirs.addLink(from, to, { weight });
    const options = { oriented: directed, distance: (from, to, link) => link.data.weight };
    const ours = new CompressedGraph(15, distinct, { directed });
    for (const [finder, search] of [[aStar, new AStar(ours)], [nba, new NBAStar(ours)]]) {
      const path = finder(theirs, options).find(0, 14).map(({ id }) => id).reverse();
      const cost = path.slice(1).reduce((sum, to, k) => sum + (theirs.getLink(path[k], to) ?? theirs.getLink(to, path[k])).data.weight, path.length === 0 ? Infinity : 0);
      expect(search.search(0, 14)).toBe(cost);
    }
  }
});
