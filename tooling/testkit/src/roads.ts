import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A road network as plain data: the arguments of `new CompressedGraph(vertexCount, arcs, { directed: false, coordinates })`. */
export interface RoadNetwork {
  readonly vertexCount: number;
  readonly arcs: { readonly tails: Uint32Array; readonly heads: Uint32Array; readonly costs: Float64Array };
  readonly coordinates: Int32Array;
}

/**
 * The folder of road networks: the environment variable PF_ROADS, or `../shared/roads` beside the checkout. If there is none, undefined, with a note
 * on the terminal.
 */
export function roadsFolder(): string | undefined {
  const named = process.env['PF_ROADS'];
  const folder = named ?? resolve(fileURLToPath(import.meta.url), '../../../../../shared/roads');
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  if (named !== undefined) throw new Error(`PF_ROADS names ${named}, which is no folder.`);
  if (!said) console.warn('The road networks are not there: tests that need them are skipped. Set PF_ROADS to their folder.');
  said = true;
  return undefined;
}

let said = false;

/** The networks of the folder that `readRoads` reads, smallest file first; empty without the folder. */
export function listRoads(): string[] {
  const folder = roadsFolder();
  if (folder === undefined) return [];
  const files = readdirSync(folder);
  const names = files.filter((file) => file.endsWith('.gr.bin') && files.includes(file.replace(/gr\.bin$/, 'co.bin'))).map((file) => file.slice(0, -'.gr.bin'.length));
  const size = (name: string): number => statSync(join(folder, `${name}.gr.bin`)).size;
  return names.sort((a, b) => size(a) - size(b));
}

/** A network of the folder, such as `rome`: each road once, at its rounded length, at least 1. */
export function readRoads(name: string): RoadNetwork {
  const folder = roadsFolder();
  if (folder === undefined) throw new Error(`There is no folder of road networks to read ${name} from; call roadsFolder() first.`);
  const read = (ending: string): Int32Array => new Int32Array(new Uint8Array(readFileSync(join(folder, `${name}.${ending}.bin`))).buffer);
  const [coordinates, roads] = [read('co'), read('gr')];
  const count = roads.length / 2;
  const arcs = { tails: new Uint32Array(count), heads: new Uint32Array(count), costs: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    const [a, b] = [roads[2 * i] - 1, roads[2 * i + 1] - 1];
    arcs.tails[i] = a;
    arcs.heads[i] = b;
    arcs.costs[i] = Math.max(1, Math.round(Math.hypot(coordinates[2 * a] - coordinates[2 * b], coordinates[2 * a + 1] - coordinates[2 * b + 1])));
  }
  return { vertexCount: coordinates.length / 2, arcs, coordinates };
}
