import { BaseSequencer } from 'vitest/node';

/**
 * The files that take longest, by the end of their names, longest first. In a fresh clone vitest knows no times, and orders files by their size.
 * The oracle on benchmark maps takes 4 s as the first file of a process, and 15 s after many others have called it with other graphs.
 */
const LONGEST = [
  'benchmark/test/everything', 'page/replay', 'page/appearance', 'page/history-and-links', 'page/drawing', 'page/battlefield', 'lab/recordings', 'benchmark/test/cli',
  'bench/test/expansions', 'fuzz/test/fuzz', 'docs-site/test/site', 'cluster/test/cluster', 'rehearse', 'grid/test/benchmark-maps', 'preprocess/test/benchmark-maps',
  'new-package/test/new-package', 'search/test/optimal', 'left-behind', 'surface/floor-cuts', 'jump-point-rows', 'cut-histories', 'sampling/test/rrt', 'preprocess/test/command',
  'search/test/benchmark-maps', 'funnel/funnel', 'far-apart', 'parallel-build', 'api-surface',
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
