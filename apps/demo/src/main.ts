import { showBattlefield } from './battlefield/battlefield.ts';
import { showCity } from './city/city.ts';
import { showLab } from './lab/lab.ts';
import { showLevel } from './level/level.ts';
import { showRobot } from './robot/robot.ts';
import { keepForOffline } from './offline.ts';
import { followTheme } from './theme.ts';

const faces = ['lab', 'battlefield', 'city', 'robot', 'level'] as const;
type Face = (typeof faces)[number];

const found = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element "${id}".`);
  return element;
};

// The theme first, so that all is drawn in it.
followTheme(found('theme'), () => faces.forEach((face) => views[face].redraw()));
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

/** The face in the address. */
function asked(): Face {
  return faces.find((face) => location.hash.startsWith(`#/${face}`)) ?? 'lab';
}

for (const face of faces) found(`show-${face}`).addEventListener('click', () => go(face));
window.addEventListener('hashchange', () => show(asked()));
show(asked());
keepForOffline();
