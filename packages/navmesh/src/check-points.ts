import { checkHolds, shown } from '@pf/graph/kit';

/** Throws unless both coordinates are finite. */
export function checkPoint(x: number, y: number): void {
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`A point needs finite coordinates, got (${shown(x)}, ${shown(y)}).`);
}

/** Throws unless all coordinates of start and goal are finite. */
export function checkEnds(fromX: number, fromY: number, toX: number, toY: number): void {
  if (Number.isFinite(fromX) && Number.isFinite(fromY) && Number.isFinite(toX) && Number.isFinite(toY)) return;
  throw new RangeError(`Start and goal need finite coordinates, got (${shown(fromX)}, ${shown(fromY)}) and (${shown(toX)}, ${shown(toY)}).`);
}

/** Throws if one of these lengths or coordinates, which are numbers, is too large. */
export function checkMagnitude(values: readonly number[]): void {
  const far = values.find((value) => Math.abs(value) > 1e100);
  if (far !== undefined) throw new RangeError(`Coordinates and radii must be from -1e100 to 1e100, as their products would overflow, got ${far}.`);
}

/** Throws unless `lists` is a list of lists: `names`, each a `Name` of this form. */
export function checkLists(lists: unknown, names: string, Name: string, form: string): void {
  if (!Array.isArray(lists)) throw new TypeError(`A mesh needs a list of ${names}, each ${form}, got ${shown(lists)}. @pf/navmesh/readers convert meshes of other libraries.`);
  lists.forEach((list: unknown, i) => {
    if (!Array.isArray(list) && !ArrayBuffer.isView(list)) throw new TypeError(`${Name} ${i} must be ${form}, got ${shown(list)}.`);
  });
}

/** Throws unless vertices are lists that begin with this many finite coordinates. */
export function checkVertices(vertices: readonly (readonly number[])[], count: 2 | 3): void {
  const form = count === 2 ? '[x, y]' : '[x, y, z]';
  checkLists(vertices, 'vertices', 'Vertex', form);
  vertices.forEach((vertex, i) => {
    for (let k = 0; k < count; k++) if (!Number.isFinite(vertex[k])) throw new RangeError(`Vertex ${i} must be ${form} in finite numbers, got (${Array.from(vertex, shown).join(', ')}).`);
  });
}

/** Throws unless `given` is a number from `least` to `most`. `what` begins the message. */
export function checkNumber(given: unknown, what: string, least: number, most = Number.MAX_VALUE): void {
  if (typeof given === 'number' && given >= least && given <= most) return;
  const range = most < Number.MAX_VALUE ? `from ${least} to ${most}` : `${given === Infinity ? 'finite and ' : ''}${least} or more`;
  throw new RangeError(`${what} must be ${range}, got ${shown(given)}.`);
}

/** Throws unless `given` is a whole number from `least` to `most`. */
export function checkWhole(given: unknown, what: string, least: number, most = Infinity): void {
  if (!(Number.isInteger(given) && (given as number) >= least && (given as number) <= most)) throw new RangeError(`${what} must be a whole number from ${least} ${most < Infinity ? `to ${most}` : 'on'}, got ${shown(given)}.`);
}

/** Throws unless `mesh` is a mesh. */
export function checkMesh(mesh: unknown, caller: string): void {
  if (typeof mesh === 'object' && mesh !== null && 'faces' in mesh && 'locate' in mesh) return;
  throw new TypeError(`${caller} takes a NavMesh, such as NavMesh.fromGrid(grid), got ${shown(mesh)}.`);
}

/** Throws unless the buffer has room for a path of this many points, of this many numbers each. */
export function checkPathBuffer(out: Float64Array, points: number, numbers: 2 | 4): void {
  const room = ArrayBuffer.isView(out) || Array.isArray(out) ? out.length : undefined;
  if (room! >= numbers * points) return checkHolds(out, 1.5, 'Float64Array');
  const name = numbers === 2 ? '2 * pathLength' : '4 * pathInSpaceLength';
  if (room === undefined) throw new TypeError(`The path is written into a buffer of yours: pass new Float64Array(${name}), got ${shown(out)}.`);
  throw new RangeError(`The path has ${points} points, ${numbers * points} numbers; the buffer holds ${room}.`);
}

/** Throws unless both coordinates are numbers. */
export function checkGivenPoint(point: { readonly x: number; readonly y: number } | null | undefined, role: string): void {
  if (typeof point?.x === 'number' && typeof point.y === 'number') return;
  throw new TypeError(`The point given as ${role} must be { x, y }, got ${JSON.stringify(point)}.`);
}
