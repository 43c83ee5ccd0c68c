import { element } from '../../element.ts';

const keys = [
  ['p', 'run or pause'], [', .', 'a step back, a step on'], ['< >', 'to the start, to the end'], ['− +', 'slower, faster'],
  ['1 … 7', 'what the pointer draws'], ['n', 'another map'], ['arrows', 'move a cursor on a map'], ['space', 'paint there'],
  ['s g l', 'put start, goal or a landmark there'], ['v', 'plot the estimates'], ['t', 'light or dark'], ['Ctrl z', 'take back'],
] as const;

export function help(): HTMLElement {
  const rows = keys.map(([key, what]) => element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, what)));
  return element('details', { class: 'help' }, element('summary', {}, 'What to do here, and all the keys'),
    element('p', {}, 'Drag start, goal, landmarks and walls. While a character walks, paint a wall in its way: it finds out and plans again.'),
    element('p', {}, 'Drop a .map file or a picture onto the page. Whatever you see, a link restores; the way back in the browser leads to the map before.'),
    element('p', {}, 'A search expands cell after cell: it looks where one can go from there. Open cells wait for that; closed ones have had it.'),
    element('p', {}, 'Of a cell, g is what the way to it costs, from where the search began; h estimates what is left; rhs is g as its neighbours have it.'),
    element('dl', { class: 'keys' }, ...rows));
}
