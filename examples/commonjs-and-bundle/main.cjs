'use strict';
// Strict CommonJS: everything by require. Beside it, page.js is what a web page bundles.
const assert = require('node:assert/strict');
const { eightNeighbours, FogOfWar, Grid } = require('@pf/grid');
const { createPlanner, navigate } = require('@pf/incremental');
const { findPath } = require('@pf/search');

const rows = ['....#....', '.##.#.##.', '..#...#..', '.##.#.##.', '....#....'];
const truth = Grid.fromRows(rows);
const [from, to] = [{ x: 0, y: 2 }, { x: 8, y: 2 }];
const best = findPath(truth, { from, to });

// The same walk without a map: only what is beside the walker is seen.
const fog = new FogOfWar(truth);
const steps = navigate(createPlanner(fog.known), fog, { start: truth.vertex(from.x, from.y), goal: truth.vertex(to.x, to.y), sensor: eightNeighbours });
const walked = Array.from(steps).filter(({ status }) => status === 'moving').length;

console.log(best.cells.map(({ x, y }) => `${x},${y}`).join(' '));
console.log(`${best.cells.length - 1} steps with the map, ${walked} without.`);
assert(best.arrived);
assert(walked >= best.cells.length - 1);
