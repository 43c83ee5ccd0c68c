/** A cycle for each of `edges`, a Map from a name to the names after it, that closes one: `[['a', 'b', 'a'], …]`. */
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
