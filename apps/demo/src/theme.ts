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
  const paint = (theme: Theme): void => {
    root.dataset['theme'] = theme;
    repaint();
  };
  const change = (): void => {
    const next = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
    paint(next);
    try {
      localStorage.setItem(THEME, next);
    } catch {
      // It holds until the page is left.
    }
  };
  const theme = (): Theme => chosenTheme() ?? (dark.matches ? 'dark' : 'light');
  root.dataset['theme'] = theme();
  button.addEventListener('click', change);
  dark.addEventListener('change', () => paint(theme()));
  document.addEventListener('keydown', (event) => {
    // Held down, it would flash.
    if (event.key === 't' && !event.repeat && !isShortcut(event) && !isField(event.target)) change();
  });
}

/** The theme chosen last time, if the browser stored it. */
function chosenTheme(): Theme | undefined {
  try {
    const chosen = localStorage.getItem(THEME);
    return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
  } catch {
    return undefined;
  }
}
