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

for (const face of faces) found(`show-${face}`).addEventListener('click', () => show(face));
found('theme').addEventListener('click', () => {
  root.dataset['theme'] = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
  lab.redraw();
  battlefield.redraw();
});
show(location.hash.startsWith('#battlefield') ? 'battlefield' : 'lab');
