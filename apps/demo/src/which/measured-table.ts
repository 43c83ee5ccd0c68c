import { element } from '../element.ts';
import type { Advice } from './advice.ts';
import type { Measured } from './measuring.ts';

const whole = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 1 ? 2 : value < 10 ? 1 : 0 });
const times = (value: number): string => `${value < 10 ? value.toFixed(1) : whole(value)}×`;

/** What was measured: a headline, and a row for each contender. */
export class MeasuredTable {
  readonly root: HTMLElement;
  private readonly headline = element('p', { class: 'says', role: 'status' });
  private readonly body = element('tbody');
  private readonly head = element('tr');
  private readonly holder: HTMLElement;

  constructor() {
    this.holder = element('div', { class: 'table', tabindex: '0', role: 'group', 'aria-label': 'Measured' }, element('table', {}, element('thead', {}, this.head), this.body));
    this.root = element('div', { class: 'measured' }, element('h3', {}, 'Measured here, now'), this.headline, this.holder);
  }

  /** Shows that something is being measured. */
  wait(advice: Advice): void {
    this.headline.replaceChildren(`Measuring ${advice.title} …`);
    this.holder.hidden = true;
    this.root.dataset['done'] = 'false';
  }

  /** Shows that the measurement failed; rows that are there stay. */
  fail(advice: Advice): void {
    this.headline.replaceChildren(`${advice.title} could not be measured.`);
  }

  show(measured: readonly Measured[], advice: Advice, queries: number, done: boolean): void {
    const walks = advice.counts === 'move';
    const columns = ['Search', ...(walks ? ['Most expansions before a move'] : []), 'Expansions a path', 'µs a path', 'As fast as the first', 'Cost of a path', 'Built in (ms)'];
    this.head.replaceChildren(...columns.map((name) => element('th', { scope: 'col' }, name)));
    const [first] = measured;
    this.body.replaceChildren(...measured.map((each) => {
      const { contender, name, most, expanded, microseconds, cost, built } = each;
      const cells = [...(walks ? [whole(most)] : []), whole(expanded), whole(microseconds), times(first.microseconds / microseconds), cost.toFixed(2), built < 0.05 ? '0' : built.toFixed(1)];
      return element('tr', contender === advice.contender ? { class: 'advised' } : {}, element('th', { scope: 'row' }, name), ...cells.map((text) => element('td', {}, text)));
    }));
    this.holder.hidden = false;
    this.root.dataset['done'] = String(done);
    const mine = measured.find(({ contender }) => contender === advice.contender);
    if (mine === undefined || !done) return;
    const strong = (name: string, text: string): HTMLElement => element('b', { 'data-measured': name }, text);
    const [before, after, what] = walks ? [first.most, mine.most, ' expansions before a move at most, and '] : [first.expanded, mine.expanded, ' expansions and '];
    const asked = `${queries} queries on this map, on average: `;
    if (mine === first) this.headline.replaceChildren(asked, strong('after', whole(after)), what, strong('microseconds', whole(mine.microseconds)), ' µs a path. This is A* itself.');
    else {
      this.headline.replaceChildren(asked, strong('before', whole(before)), ' → ', strong('after', whole(after)), what, strong('microseconds-before', whole(first.microseconds)), ' → ', strong('microseconds', whole(mine.microseconds)), ' µs a path.');
    }
  }
}
