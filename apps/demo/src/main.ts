import { showBattlefield } from './battlefield/battlefield.ts';
import { showCity } from './city/city.ts';
import { showLab } from './lab/lab.ts';
import { showLevel } from './level/level.ts';
import { showRobot } from './robot/robot.ts';

const root = document.documentElement;
const THEME = 'pf-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');
root.dataset['theme'] = theme();

const faces = ['lab', 'battlefield', 'city', 'robot', 'level'] as const;
type Face = (typeof faces)[number];

const found = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element "${id}".`);
  return element;
};

const views = { lab: showLab(found('lab')), battlefield: showBattlefield(found('battlefield')), city: showCity(found('city')), robot: showRobot(found('robot')), level: showLevel(found('level')) };

function show(face: Face): void {
  for (const each of faces) {
    found(each).hidden = each !== face;
    found(`show-${each}`).setAttribute('aria-pressed', String(each === face));
  }
  for (const each of faces) views[each].setShown(each === face);
}

/** Keeps the present view for the browser's back button. */
function go(face: Face): void {
  if (face === asked()) return;
  history.replaceState(null, '', views[asked()].address());
  history.pushState(null, '', views[face].address());
  show(face);
}

/** Until somebody chooses, that of the system. */
function theme(): 'light' | 'dark' {
  return chosenTheme() ?? (dark.matches ? 'dark' : 'light');
}

/** What was chosen last time, where the browser keeps it. */
function chosenTheme(): 'light' | 'dark' | undefined {
  try {
    const chosen = localStorage.getItem(THEME);
    return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
  } catch {
    return undefined;
  }
}

function paint(colours: 'light' | 'dark'): void {
  root.dataset['theme'] = colours;
  for (const face of faces) views[face].redraw();
}

function changeTheme(): void {
  const next = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
  paint(next);
  try {
    localStorage.setItem(THEME, next);
  } catch {
    // It holds until the page is left.
  }
}

/** The face that the address asks for. */
function asked(): Face {
  return faces.find((face) => location.hash.startsWith(`#/${face}`)) ?? 'lab';
}

for (const face of faces) found(`show-${face}`).addEventListener('click', () => go(face));
found('theme').addEventListener('click', changeTheme);
dark.addEventListener('change', () => paint(theme()));
document.addEventListener('keydown', (event) => {
  // Held down, it would flash.
  if (event.key === 't' && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && !(event.target instanceof HTMLSelectElement)) changeTheme();
});
window.addEventListener('hashchange', () => show(asked()));
show(asked());
