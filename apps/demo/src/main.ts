import { showBattlefield } from './battlefield/battlefield.ts';
import { showLab } from './lab/lab.ts';

const root = document.documentElement;
const THEME = 'pf-theme';
root.dataset['theme'] = chosenTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

const faces = ['lab', 'battlefield'] as const;
type Face = (typeof faces)[number];

const found = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element "${id}".`);
  return element;
};

const views = { lab: showLab(found('lab')), battlefield: showBattlefield(found('battlefield')) };

function show(face: Face): void {
  for (const each of faces) {
    found(each).hidden = each !== face;
    found(`show-${each}`).setAttribute('aria-pressed', String(each === face));
  }
  for (const each of faces) views[each].setShown(each === face);
}

/** Leaves the way back to what is seen now. */
function go(face: Face): void {
  if (face === asked()) return;
  history.replaceState(null, '', views[asked()].address());
  history.pushState(null, '', views[face].address());
  show(face);
}

/** What was chosen last time, where the browser keeps it. */
function chosenTheme(): 'light' | 'dark' | undefined {
  try {
    const theme = localStorage.getItem(THEME);
    return theme === 'light' || theme === 'dark' ? theme : undefined;
  } catch {
    return undefined;
  }
}

function changeTheme(): void {
  const theme = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
  root.dataset['theme'] = theme;
  for (const face of faces) views[face].redraw();
  try {
    localStorage.setItem(THEME, theme);
  } catch {
    // It holds until the page is left.
  }
}

/** The face that the address asks for. */
function asked(): Face {
  return location.hash.startsWith('#/battlefield') ? 'battlefield' : 'lab';
}

for (const face of faces) found(`show-${face}`).addEventListener('click', () => go(face));
found('theme').addEventListener('click', changeTheme);
document.addEventListener('keydown', (event) => {
  if (event.key === 't' && !event.ctrlKey && !event.metaKey && !event.altKey && !(event.target instanceof HTMLSelectElement)) changeTheme();
});
window.addEventListener('hashchange', () => show(asked()));
show(asked());
