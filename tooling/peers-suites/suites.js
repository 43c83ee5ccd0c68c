import { join } from 'node:path';
import createGraph from 'ngraph.graph';
import { EasyStar } from './adapters/easystarjs.js';
import { aGreedy, aStar, nba } from './adapters/ngraph-path.js';
import { PF } from './adapters/pathfinding-js.js';
import { collectTests } from './collect-tests.js';
import * as python from './scenarios/python-pathfinding.js';
import { scenarios as rot } from './scenarios/rot-js.js';

const installed = (name) => join(import.meta.dirname, 'node_modules', name);

/** The tests of PathFinding.js from its package, with its own code replaced by our adapter. */
export function pathfindingTests(globals) {
  return ['PathTest.js', 'Grid.js', 'Util.js'].flatMap((file) => collectTests(join(installed('pathfinding'), 'test', file), { '..': PF }, globals));
}

export function easystarTests(globals) {
  return collectTests(join(installed('easystarjs'), 'test/easystartest.js'), { '../src/easystar': EasyStar }, globals);
}

/** Only those of its searches: its heap is not exported. */
export function ngraphTests(globals) {
  const modules = { '../index.js': { aStar, aGreedy, nba }, 'ngraph.graph': createGraph };
  return ['a-star.test.js', 'nba.test.js'].flatMap((file) => collectTests(join(installed('ngraph.path'), 'test', file), modules, globals));
}

/** By peer: the number of scenarios in its suite, and of those without counterpart, as stated in the guides. */
export const counts = {
  'pathfinding-js': { scenarios: 57, without: 0 },
  easystarjs: { scenarios: 13, without: 0 },
  ngraph: { scenarios: 12, without: 0 },
  'rot-js': { scenarios: rot.length + 1, without: 0 },
  'python-pathfinding': { scenarios: python.paths.length + 2 * python.limits.length + 13, without: python.without.length },
};

/** The sentence in a guide. */
export function sentence(peer) {
  const { scenarios, without } = counts[peer];
  return `${scenarios} scenarios: ${scenarios - without} pass, ${without === 0 ? 'none' : without} without a counterpart.`;
}
