import { BaseSequencer } from 'vitest/node';

/**
 * The files that take longest, by the end of their names, longest first. In a fresh clone vitest knows no times, and orders files by their size.
 * The oracle on benchmark maps takes 4 s as the first file of a process, and 15 s after many others have called it with other graphs.
 */
const LONGEST = [
  'benchmark/test/everything', 'fuzz/test/fuzz', 'page/replay', 'rehearse', 'page/history-and-links', 'bench/test/expansions', 'test/examples', 'page/appearance', 'page/drawing', 'docs-site/test/site',
  'page/battlefield', 'benchmark/test/cli', 'lab/recordings', 'fuzz/test/parsers', 'experiments/judges', 'cluster/test/command', 'cluster/test/cluster', 'which/page', 'page/level', 'articles/thousand-units', 'articles/figure-keys', 'grid/test/linked-grid', 'edits-between-slices', 'page/keyboard', 'which/measuring', 'fuzz/test/soak',
  'battlefield/world', 'page/robot', 'cluster/test/faults', 'grid/test/benchmark-maps', 'preprocess/test/benchmark-maps', 'search/test/benchmark-maps', 'new-package/test/new-package', 'parallel-build', 'preprocess/test/command',
  'articles/landmarks', 'sampling/test/rrt', 'articles/samples', 'surface/floor-cuts', 'funnel/funnel', 'cluster/test/chaos', 'cut-histories', 'compare-checkouts', 'left-behind', 'search/test/optimal',
  'jump-points/jump-point-search', 'jump-point-rows', 'jump-table/jump-table', 'far-apart', 'api-surface',
];

const rankOf = (moduleId) => LONGEST.findIndex((name) => moduleId.includes(`${name}.test.`));

/** A line for each file that took longer than `milliseconds` and is not in the list, which has to be kept by hand. */
export function missing(modules, milliseconds) {
  const long = modules.filter((module) => rankOf(module.moduleId) < 0 && module.diagnostic().duration > milliseconds);
  return long.map((module) => `${module.relativeModuleId} took ${(module.diagnostic().duration / 1000).toFixed(0)} s: it belongs in the list of tooling/vitest-config/longest-first.js.`);
}

/** Starts the longest files of a project first, so that all workers end at the same time. */
export default class LongestFirst extends BaseSequencer {
  async sort(files) {
    const place = new Map((await super.sort(files)).map((file, i) => [file, i]));
    const rank = ({ moduleId }) => {
      const at = rankOf(moduleId);
      return at < 0 ? LONGEST.length : at;
    };
    return [...files].sort((a, b) => (a.project.name === b.project.name ? rank(a) - rank(b) : 0) || place.get(a) - place.get(b));
  }
}
