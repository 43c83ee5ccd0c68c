import { showBattlefield } from './battlefield/battlefield.ts';
import { showLab } from './lab/lab.ts';

const root = document.documentElement;
root.dataset['theme'] = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

const faces = ['lab', 'battlefield'] as const;
type Face = (typeof faces)[number];

const found = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element "${id}".`);
  return element;
};

const lab = showLab(found('lab'));
const battlefield = showBattlefield(found('battlefield'));

function show(face: Face): void {
  for (const each of faces) {
    found(each).hidden = each !== face;
    found(`show-${each}`).setAttribute('aria-pressed', String(each === face));
  }
  lab.setShown(face === 'lab');
  battlefield.setShown(face === 'battlefield');
}

function changeTheme(): void {
  root.dataset['theme'] = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
  lab.redraw();
  battlefield.redraw();
}

/** The face that the address asks for. */
function asked(): Face {
  return location.hash.startsWith('#/battlefield') ? 'battlefield' : 'lab';
}

for (const face of faces) {
  found(`show-${face}`).addEventListener('click', () => {
    history.replaceState(null, '', face === 'lab' ? '#/lab' : '#/battlefield');
    show(face);
  });
}
found('theme').addEventListener('click', changeTheme);
document.addEventListener('keydown', (event) => {
  if (event.key === 't' && !event.ctrlKey && !event.metaKey && !event.altKey && !(event.target instanceof HTMLSelectElement)) changeTheme();
});
window.addEventListener('hashchange', () => show(asked()));
show(asked());
