import { NavMesh } from '@pf/navmesh';
import { column } from '../../record/column.ts';
import type { Options } from '../../experiment.ts';
import { measure } from '../../measure/measure.ts';
import type { Recorder } from '../../record/recorder.ts';

const SECONDS = { tiny: 0.02, quick: 0.3, full: 2 };
const SIDE = 100;
const COUNTS = [1, 12];
const RADII = [0, 1];
/** The movement of an obstacle in one step, as a fraction of a turn about the centre. */
const STEP = 1e-3;

type Polygon = readonly (readonly [x: number, y: number])[];

function ring(corners: number, x: number, y: number, radius: number): Polygon {
  return Array.from({ length: corners }, (_, i) => [x + radius * Math.cos((2 * Math.PI * i) / corners), y + radius * Math.sin((2 * Math.PI * i) / corners)] as const);
}

/** Square obstacles on a ring road; each step restores one and cuts it at its next position. */
export function measureMovingObstacles(record: Recorder, options: Options): void {
  record.table('moving', 'A moving obstacle: restore and cut', {
    obstacles: column.key('obstacles'), radius: column.key('radius of the agents'), faces: column.count('faces'), time: column.time('a move', 'µs'),
  });
  const middle = SIDE / 2;
  for (const radius of RADII) {
    for (const obstacles of COUNTS) {
      const mesh = NavMesh.fromPolygons({ outlines: [ring(40, middle, middle, 0.45 * SIDE)], holes: [ring(30, middle, middle, 0.2 * SIDE)], radius, room: 1000 });
      const at = (turn: number): Polygon => ring(4, middle + 0.32 * SIDE * Math.cos(2 * Math.PI * turn), middle + 0.32 * SIDE * Math.sin(2 * Math.PI * turn), 2);
      const turns = Array.from({ length: obstacles }, (_, i) => i / obstacles);
      const ranking = turns.map(at);
      for (const outline of ranking) mesh.cut(outline);
      const { faceCount } = mesh;
      const move = (i: number): void => {
        mesh.restore(ranking[i]);
        mesh.cut((ranking[i] = at((turns[i] += STEP))));
      };
      const [{ time }] = measure([{ name: 'moves', run: move }], { queries: obstacles, seconds: SECONDS[options.effort] });
      record.row('moving', { obstacles, radius, faces: faceCount, time });
    }
  }
}
