/**
 * Reads the table of layers.json.
 *
 * - `packages`, `apps`, `tooling`: what the sources of each may import, with all that stands below it.
 * - `besidesSources`: the tools that tests and configuration files may import anywhere. The tests of a package may
 *   also import any package that does not stand on theirs.
 * - `outside`: what the sources in a folder may import from outside this repository; the others nothing.
 * - `bundled`: what they import from outside and tsup puts into their file, so that nobody need install it.
 */
export class Arrows {
  constructor(layers) {
    this.layers = layers;
    this.rows = { ...layers.packages, ...layers.apps, ...layers.tooling };
  }

  has({ kind, short }) {
    return kind === 'root' || this.layers[kind][short] !== undefined;
  }

  /** Whether the sources of `member`, or else its tests and configuration, may import `target`. */
  allow(member, target, isSource) {
    if (this.below(member.short).has(target.short)) return true;
    if (isSource) return false;
    if (this.layers.besidesSources.includes(target.short)) return true;
    return member.kind === 'packages' && target.kind === 'packages' && !this.below(target.short).has(member.short);
  }

  /** Whether the source `file` of a package may import `name`, a package from outside or a `node:` module. */
  allowOutside(member, file, name) {
    if (member.kind !== 'packages') return true;
    const kin = name.startsWith('node:') ? 'node:*' : name;
    return this.listed('outside', file).some((each) => each === '*' || each === kin) || this.isBundled(file, name);
  }

  isBundled(file, name) {
    return this.listed('bundled', file).includes(name);
  }

  listed(table, file) {
    return Object.entries(this.layers[table]).filter(([place]) => file.startsWith(`packages/${place}/`)).flatMap(([, names]) => names);
  }

  /** All that stands below `short`, at any depth. */
  below(short, found = new Set()) {
    for (const next of this.rows[short] ?? []) {
      if (!found.has(next)) this.below(next, found.add(next));
    }
    return found;
  }
}
