import { element } from '../element.ts';
import { isField, isShortcut } from '../keys.ts';

/** A page, or an export, that can be found. */
interface Entry {
  readonly title: string;
  readonly kind: string;
  readonly url: string;
  readonly text: string;
}

const MOST = 12;

/** How well an entry answers: all words must be in it, better in its title, best at its beginning. */
function score({ title, text }: Entry, words: readonly string[]): number {
  const name = title.toLowerCase();
  const body = text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const points = name === word ? 8 : name.startsWith(word) ? 5 : name.includes(word) ? 3 : body.includes(word) ? 1 : 0;
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

/** Lets the search field of the header find pages and exports, where the site has an index. */
export function offerSearch(): void {
  const field = document.querySelector<HTMLInputElement>('header input[type="search"]');
  const root = field?.dataset['root'];
  if (field === null || root === undefined) return;
  const list = element('ul', { class: 'found', hidden: '', 'aria-label': 'Found' });
  field.after(list);
  let entries: Promise<readonly Entry[]> | undefined;
  const find = async (): Promise<void> => {
    entries ??= fetch(`${root}search.json`).then((response) => response.json() as Promise<readonly Entry[]>);
    // Without the index, the next key tries again.
    const all = await entries.catch(() => (entries = undefined));
    const words = field.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const found = (all ?? [])
      .map((entry) => ({ entry, points: score(entry, words) })).filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points).slice(0, MOST);
    list.replaceChildren(...found.map(({ entry: { title, kind, url } }) => element('li', {}, element('a', { href: root + url }, element('b', {}, title), element('span', {}, kind)))));
    if (words.length > 0 && found.length === 0) list.append(element('li', {}, all === undefined ? 'The search could not be loaded.' : 'Nothing found.'));
    list.hidden = words.length === 0;
  };
  field.addEventListener('input', () => void find());
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') list.querySelector('a')?.click();
    if (key === 'Escape') list.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || isShortcut(event) || isField(event.target)) return;
    event.preventDefault();
    field.focus();
  });
}
