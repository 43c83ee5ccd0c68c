import { isField, isShortcut } from './keys.ts';

const THEME = 'pf-theme';
type Theme = 'light' | 'dark';

/**
 * Paints the page light or dark: as chosen by the button or the key `t`, until then as the system. Calls `repaint` after each change, for what
 * style sheets do not reach.
 */
export function followTheme(button: HTMLElement, repaint: () => void): void {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let chosen = storedTheme();
  const paint = (): void => {
    root.dataset['theme'] = chosen ?? (dark.matches ? 'dark' : 'light');
  };
  const update = (): void => {
    paint();
    repaint();
  };
  const change = (): void => {
    chosen = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
    update();
    try {
      localStorage.setItem(THEME, chosen);
    } catch {
      // It holds until the page is left.
    }
  };
  /** It was chosen in another tab, or on another page before this one was returned to. */
  const follow = (): void => {
    chosen = storedTheme() ?? chosen;
    update();
  };
  paint();
  button.addEventListener('click', change);
  dark.addEventListener('change', update);
  window.addEventListener('storage', ({ key }) => { if (key === THEME) follow(); });
  window.addEventListener('pageshow', ({ persisted }) => { if (persisted) follow(); });
  document.addEventListener('keydown', (event) => {
    // Held down, it would flash.
    if (event.key === 't' && !event.repeat && !isShortcut(event) && !isField(event.target)) change();
  });
}

/** The theme chosen last time, if the browser stored it. */
function storedTheme(): Theme | undefined {
  try {
    const chosen = localStorage.getItem(THEME);
    return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
  } catch {
    return undefined;
  }
}
