import { formatMap, formatMotionPrimitives, makeMotionPrimitives, MapFrame, OccupancyGrid, parseGraymap, parseMap, parseMapDescription, parseMotionPrimitives, parseSbplEnvironment, StateLattice } from '@pf/robots';
import { demand } from '../player.ts';
import type { Target } from './target.ts';
import { encoder, text } from './target.ts';

const grid = new OccupancyGrid(new MapFrame(3, 2, 0.05, { x: -1, y: 2, heading: 0.5 }), [0, 100, -1, 0, 0, 100]);
const { yaml, picture } = formatMap(grid, { image: 'a.pgm' });
const NUMBERS = ['-1', '0', '1e308', '1e309', '0x7', '.5', 'NaN', 'Infinity', '999999999', '99999999999'];

const descriptions = text('map yaml', [yaml, yaml.replace('[-1, 2, 0.5]', '\n- -1\n- 2\n- 0.5')], ['image: ', 'origin: [', ']', ',', '- ', '#', '"', "'", 'negate: 1', 'mode: scale', 'mode: raw', '\r\n', '\n', '\0', ...NUMBERS], (given) => {
  const { resolution, occupiedThreshold } = parseMapDescription(given);
  demand(resolution > 0 && occupiedThreshold <= 1, () => 'A description has numbers that no map can have.');
  parseMap(given, picture);
});

const graymaps: Target = {
  name: 'pgm', binary: false, seeds: [picture, encoder.encode('P2\n# by hand\n3 2 65535\n0 1 2 3 4 5\n')], words: ['P5', 'P2', '#', '\n', ' ', '255', '65535', ...NUMBERS],
  run(input) {
    const { width, height, shades } = parseGraymap(input);
    demand(shades.length === width * height && shades.length <= input.length, () => `A picture of ${input.length} bytes made ${shades.length} shades.`);
  },
};

const motions = makeMotionPrimitives({ base: 'ackermann', resolution: 0.1, turningRadius: 0.3, headings: 4 });

const primitives = text('mprim', [formatMotionPrimitives(motions), formatMotionPrimitives(motions).replaceAll('\n', '\r\n')], ['resolution_m: ', 'numberofangles: ', 'primID: 0', 'startangle_c: ', 'endpose_c: ', 'intermediateposes: ', '\n', ' ', '\0', ...NUMBERS], (given) => {
  const read = parseMotionPrimitives(given);
  demand(read.primitives.every(({ from, to }) => from < read.headings.length && to < read.headings.length), () => 'A motion has a heading that there is not.');
});

const environments = text(
  'sbpl cfg',
  ['discretization(cells): 2 2\nobsthresh: 254\ncost_inscribed_thresh: 253\ncost_possibly_circumscribed_thresh: 128\ncellsize(meters): 0.1\nnominalvel(mpersecs): 1\ntimetoturn45degsinplace(secs): 2\nstart(meters,rads): 0.1 0.1 0\nend(meters,rads): 0.15 0.1 0\nenvironment:\n0 1\n254 0\n', 'discretization(cells): 2 1\nobsthresh: 1\nstart(cells): 0 0\nend(cells): 1 0\nenvironment:\n0 0\n'],
  ['discretization(cells): ', 'obsthresh: ', 'environment:\n', ':', '\n', ' ', '255', '256', '\0', ...NUMBERS],
  (given) => {
    const { map, start } = parseSbplEnvironment(given);
    demand(map.costs.length <= given.length, () => `A text of ${given.length} characters made ${map.costs.length} cells.`);
    if (map.frame.resolution === 0.1) new StateLattice(map, motions).vertexAt(start);
  },
);

/** Readers of robot files. */
export const robotFiles: readonly Target[] = [descriptions, graymaps, primitives, environments];
