/** The cycles of a directed graph, a Map from a name to the names that it leads to: `[['a', 'b', 'a'], …]`, at least one for each set of names on cycles. */
export function cycles(edges) {
  const found = [];
  const done = new Set();
  const walk = (name, trail) => {
    const at = trail.indexOf(name);
    if (at >= 0) found.push([...trail.slice(at), name]);
    if (at >= 0 || done.has(name)) return;
    for (const next of edges.get(name) ?? []) walk(next, [...trail, name]);
    done.add(name);
  };
  for (const name of edges.keys()) walk(name, []);
  return found;
}
