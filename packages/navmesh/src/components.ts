import { NO_VERTEX } from '@pf/graph';
import type { Faces } from './faces.ts';

/** Numbers connected parts: faces with the same number are connected by sides and by `pairs` of faces, in either direction. */
export function components(faces: Faces, neighbours: Int32Array, pairs: readonly (readonly [number, number])[], out: Int32Array): void {
  const { stride, sides, capacity } = faces;
  const labels = out.fill(-1);
  const stack: number[] = [];
  for (let first = 0; first < capacity; first++) {
    if (sides[first] === 0 || labels[first] >= 0) continue;
    labels[first] = first;
    stack.push(first);
    while (stack.length > 0) {
      const f = stack.pop()!;
      for (let i = f * stride; i < f * stride + sides[f]; i++) {
        const g = neighbours[i];
        if (g === NO_VERTEX || labels[g] >= 0) continue;
        labels[g] = first;
        stack.push(g);
      }
    }
  }
  if (pairs.length === 0) return;
  // Union-find in the labels: each leads to a lower one, that of the first face to itself.
  const top = (f: number): number => {
    let at = f;
    while (labels[at] !== at) at = labels[at] = labels[labels[at]];
    return at;
  };
  for (const [f, g] of pairs) {
    const a = top(f), b = top(g);
    labels[Math.max(a, b)] = Math.min(a, b);
  }
  for (let f = 0; f < capacity; f++) if (labels[f] >= 0) labels[f] = labels[labels[f]];
}
