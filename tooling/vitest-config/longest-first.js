import { BaseSequencer } from 'vitest/node';

/** The files that take longest, by the end of their names, longest first. In a fresh clone vitest knows no times, and orders files by their size. */
const LONGEST = [
  'benchmark/test/everything', 'page/replay', 'page/appearance', 'page/history-and-links', 'page/drawing', 'page/battlefield', 'lab/recordings', 'benchmark/test/cli',
  'bench/test/expansions', 'fuzz/test/fuzz', 'docs-site/test/site', 'cluster/test/cluster', 'new-package/test/new-package', 'rehearse', 'preprocess/test/benchmark-maps',
  'search/test/optimal', 'left-behind', 'surface/floor-cuts', 'jump-point-rows', 'cut-histories', 'sampling/test/rrt', 'preprocess/test/command', 'api-surface',
  'funnel/funnel', 'far-apart', 'search/test/benchmark-maps', 'grid/test/benchmark-maps', 'parallel-build',
];

/** Starts the longest files of a project first, so that all workers end at the same time. */
export default class LongestFirst extends BaseSequencer {
  async sort(files) {
    const place = new Map((await super.sort(files)).map((file, i) => [file, i]));
    const rank = ({ moduleId }) => {
      const at = LONGEST.findIndex((name) => moduleId.includes(`${name}.test.`));
      return at < 0 ? LONGEST.length : at;
    };
    return [...files].sort((a, b) => (a.project.name === b.project.name ? rank(a) - rank(b) : 0) || place.get(a) - place.get(b));
  }
}
