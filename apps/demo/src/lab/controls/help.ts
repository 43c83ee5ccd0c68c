import { element } from '../../element.ts';

const keys = [
  ['p', 'run or pause'], [', .', 'a step back, a step on'], ['< >', 'to the start, to the end'], ['− +', 'slower, faster'],
  ['1 … 7', 'what the pointer draws'], ['n', 'another map'], ['arrows', 'move a cursor on a map'], ['space', 'draw there'],
  ['s g l', 'put start, goal or a landmark there'], ['v', 'plot the estimates'], ['t', 'light or dark'], ['Ctrl z', 'undo'],
] as const;

export function help(): HTMLElement {
  const rows = keys.map(([key, what]) => element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, what)));
  return element('details', { class: 'help' }, element('summary', {}, 'Help and keys'),
    element('p', {}, 'Drag start, goal, landmarks and walls. While an agent moves, draw a wall in front of it: it will notice and plan again.'),
    element('p', {}, 'Drop a .map file or a picture onto the page. A link restores what you see; the browser\'s back button returns to the previous map.'),
    element('p', {}, 'A search expands one cell after another, which means that it looks at its neighbours. Open cells are still to be expanded; closed cells are done.'),
    element('p', {}, 'g is the cost from the root of the search to a cell; h is the estimate of the rest; rhs is g as computed from its neighbours.'),
    element('p', {}, 'How these ideas work, with figures to play with: ', element('a', { href: 'articles/index.html' }, 'the articles'), '.'),
    element('dl', { class: 'keys' }, ...rows));
}
