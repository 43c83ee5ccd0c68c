import { keepForOffline } from '../offline.ts';
import { makeSamples } from '../runner/samples.ts';
import { followTheme } from '../theme.ts';
import { offerSearch } from './search.ts';

/** A figure, as the page uses it. */
export interface Figure {
  redraw(): void;
  /** For figures that move by themselves: whether they are in view. */
  setShown?(shown: boolean): void;
}

/** How far from the window a figure is made, in pixels: before it is seen, but not all at once. */
const AHEAD = '600px';

/** Makes the figures of an article, each as it comes near the window: `makers` by the name in its `data-figure`; and its samples. `repaint` is called when the theme has changed. */
export function showFigures(makers: Readonly<Record<string, (root: HTMLElement) => Figure>>, repaint: () => void = () => undefined): void {
  const made = new Map<Element, Figure>();
  const button = document.getElementById('theme');
  if (button !== null) followTheme(button, () => { made.forEach((figure) => figure.redraw()); repaint(); });
  offerSearch();
  keepForOffline();
  makeSamples(document);
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || made.has(target) || !(target instanceof HTMLElement)) continue;
      near.unobserve(target);
      made.set(target, makers[target.dataset['figure'] ?? ''](target));
      target.classList.add('made');
      seen.observe(target);
    }
  }, { rootMargin: AHEAD });
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) made.get(target)?.setShown?.(isIntersecting);
  });
  for (const figure of document.querySelectorAll<HTMLElement>('figure[data-figure]')) {
    if (!((figure.dataset['figure'] ?? '') in makers)) throw new Error(`The article has no figure "${figure.dataset['figure'] ?? ''}".`);
    near.observe(figure);
  }
}
