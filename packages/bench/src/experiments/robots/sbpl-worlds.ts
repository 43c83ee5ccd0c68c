import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Footprint, MotionPrimitives, SbplEnvironment } from '@pf/robots';
import { parseMotionPrimitives, parseSbplEnvironment } from '@pf/robots';

/** A world for a robot with a heading, and its motions. */
export interface RobotWorld extends SbplEnvironment {
  readonly name: string;
  readonly motions: MotionPrimitives;
  readonly footprint?: Footprint;
}

/**
 * Every world of a folder with every set of motions that fits its cells: `.cfg` files with a heading, and `.mprim` files. Unreadable files, and
 * worlds without motions, are named.
 */
export function sbplWorlds(folder: string): { readonly worlds: RobotWorld[]; readonly left: string[] } {
  const left: string[] = [];
  const read = <T>(file: string, parse: (text: string) => T): T | undefined => {
    try {
      return parse(readFileSync(join(folder, file), 'latin1'));
    } catch (error) {
      left.push(`${file}: ${(error as Error).message}`);
      return undefined;
    }
  };
  const files = readdirSync(folder).sort();
  const primitives = files.filter((file) => file.endsWith('.mprim')).map((file) => ({ file, motions: read(file, parseMotionPrimitives) }));
  const worlds: RobotWorld[] = [];
  for (const file of files.filter((each) => each.endsWith('.cfg'))) {
    const world = read(file, parseSbplEnvironment);
    if (world === undefined) continue;
    if (world.turnRate === Infinity) {
      left.push(`${file}: a world without headings, for grids.`);
      continue;
    }
    const fitting = primitives.filter(({ motions }) => motions !== undefined && Math.abs(motions.resolution - world.map.frame.resolution) < 1e-9);
    if (fitting.length === 0) left.push(`${file}: no .mprim file has cells of ${world.map.frame.resolution} m.`);
    if (world.map.frame.cellAt(world.start.x, world.start.y) < 0 || world.map.frame.cellAt(world.goal.x, world.goal.y) < 0) left.push(`${file}: start or end lies outside the map.`);
    else for (const { file: from, motions } of fitting) worlds.push({ ...world, name: `${bare(file)}, ${bare(from)}`, motions: motions! });
  }
  return { worlds, left };
}

/** A file's name without the common suffix. */
function bare(file: string): string {
  return file.replace(/\.(cfg|mprim)$/, '').replace(/^(nav3d|mprim)-/, '');
}
