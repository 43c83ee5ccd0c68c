import { JumpPointSearch, AStar } from '@pf/search';
import { showFigures } from './article.ts';
import type { Plan } from './plan.ts';
import { GridFigure, number } from './figure.ts';
import { generated } from './maps.ts';
import { expansions, fewer, searched } from './recorders.ts';

// Links to the lab from before there was a home.
const link = document.querySelector<HTMLAnchorElement>('header a[data-lab]');
if (link !== null && /^#(lab=|\/)/.test(location.hash)) location.replace(link.href + location.hash);

const hero: Plan = {
  label: 'A map of caves, and two searches on it.',
  rows: generated('caves', 49, 29, 8), start: [3, 5], goal: [44, 24],
  pictures: [
    { title: 'A*', record: (asked) => searched(asked, new AStar(asked.grid)) },
    { title: 'Jump point search', record: (asked) => searched(asked, new JumpPointSearch(asked.grid)) },
  ],
  says: ([plain, jumps]) => plain.cost === Infinity ? ['There is no path. Open a wall.'] : [
    number('a-star', expansions(plain)), ' expansions → ', number('jps', expansions(jumps)), `: ${fewer(expansions(plain), expansions(jumps))}, for the same cost of `, number('cost', jumps.cost), '.',
  ],
};

showFigures({ hero: (root) => new GridFigure(root, hero) });
