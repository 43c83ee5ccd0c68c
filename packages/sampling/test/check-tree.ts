import type { Tree } from '../src/tree.ts';

/** Throws unless the tree is valid: a root, no cycle, each cost its parent's plus the edge, and each edge as long as the distance. */
export function checkTree(tree: Tree, options: { readonly lengths?: boolean } = {}): void {
  const d = tree.dimension;
  const children = new Int32Array(tree.size);
  for (let v = 0; v < tree.size; v++) {
    const parent = tree.parent[v];
    if (v === 0 ? parent !== -1 || tree.cost[v] !== 0 : parent < 0 || parent >= tree.size) throw new Error(`Vertex ${v} has the parent ${parent}.`);
    if (v === 0) continue;
    children[parent]++;
    if (tree.cost[v] !== tree.cost[parent] + tree.edge[v]) throw new Error(`Vertex ${v} costs ${tree.cost[v]}, not ${tree.cost[parent]} + ${tree.edge[v]}.`);
    let squared = 0;
    for (let k = 0; k < d; k++) squared += (tree.points[v * d + k] - tree.points[parent * d + k]) ** 2;
    if (options.lengths !== false && Math.abs(Math.sqrt(squared) - tree.edge[v]) > 1e-9) throw new Error(`The edge of ${v} is ${Math.sqrt(squared)} long, not ${tree.edge[v]}.`);
    let steps = 0;
    for (let u = v; u > 0; u = tree.parent[u]) if (++steps > tree.size) throw new Error(`Vertex ${v} does not lead to the root.`);
  }
}
