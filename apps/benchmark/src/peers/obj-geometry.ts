/** The triangles of an OBJ file; faces with more corners as fans. Throws with the line for what cannot be read. */
export function geometry(text: string): { positions: Float32Array; indices: Uint32Array } {
  const positions: number[] = [], indices: number[] = [];
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [kind, ...words] = line.replace(/#.*/, '').trim().split(/\s+/);
    const fail = (what: string): never => { throw new Error(`line ${i + 1}: ${what}, got ${JSON.stringify(line.trim().slice(0, 60))}`); };
    if (kind === 'v') {
      const [x, y, z] = words.map(Number);
      if (![x, y, z].every(Number.isFinite)) fail('a vertex needs three coordinates');
      positions.push(x, y, z);
    }
    if (kind !== 'f') continue;
    if (words.length < 3) fail('a face needs at least three corners');
    const corners = words.map((word) => {
      const id = Number(/^(-?\d+)(\/-?\d*)?(\/-?\d+)?$/.exec(word)?.[1] ?? NaN), v = id > 0 ? id - 1 : positions.length / 3 + id;
      if (!(id !== 0 && v >= 0 && v < positions.length / 3)) fail(`corners are numbers of the ${positions.length / 3} vertices before them`);
      return v;
    });
    for (let k = 2; k < corners.length; k++) indices.push(corners[0], corners[k - 1], corners[k]);
  }
  if (indices.length === 0) throw new Error('there are no faces in it, lines that begin with f');
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}
