import { cycles } from './cycles.js';

/**
 * The rules of layers.json.
 *
 * - `packages`, `apps`, `tooling`: what the sources of each may import, with all that is below it.
 * - `besidesSources`: the tools that tests and configuration files may import anywhere. The tests of a package may
 *   also import any package that does not depend on theirs.
 * - `outside`: what the sources in a folder may import from outside this repository; other folders nothing.
 * - `bundled`: imports from outside that tsup puts into the file, so that users need not install them.
 */
export class LayerRules {
  constructor(layers) {
    this.layers = layers;
    this.rows = { ...layers.packages, ...layers.apps, ...layers.tooling };
  }

  has({ kind, short }) {
    return kind === 'root' || this.layers[kind][short] !== undefined;
  }

  /** Whether the sources of `member` may import `target`; with `isSource` false, its tests and configuration. */
  allow(member, target, isSource) {
    if (this.below(member.short).has(target.short)) return true;
    if (isSource) return false;
    if (this.layers.besidesSources.includes(target.short)) return true;
    return member.kind === 'packages' && target.kind === 'packages' && !this.below(target.short).has(member.short);
  }

  /** Whether the source `file` of a package may import `name`, a package from outside or a `node:` module. */
  allowOutside(member, file, name) {
    if (member.kind !== 'packages') return true;
    const listed = name.startsWith('node:') ? 'node:*' : name;
    return this.listed('outside', file).some((each) => each === '*' || each === listed) || this.isBundled(file, name);
  }

  isBundled(file, name) {
    return this.listed('bundled', file).includes(name);
  }

  listed(table, file) {
    return Object.entries(this.layers[table]).filter(([folder]) => file.startsWith(`packages/${folder}/`)).flatMap(([, names]) => names);
  }

  /** A sentence for each fault of the table itself, in a workspace of `all` members. */
  faults(all) {
    const { packages, apps, tooling, besidesSources, outside, bundled } = this.layers;
    const known = new Set(all.map(({ short }) => short));
    const rows = Object.entries({ packages, apps, tooling }).flatMap(([kind, table]) => Object.keys(table).map((short) => ({ kind, short })));
    const gone = rows.filter(({ kind, short }) => !all.some((member) => member.kind === kind && member.short === short)).map(({ kind, short }) => `${kind} has a row for ${short}, which is not there: delete it.`);
    const lists = [...Object.entries(this.rows), ['besidesSources', besidesSources]];
    const unknown = lists.flatMap(([row, names]) => names.filter((name) => !known.has(name)).map((name) => `${row} lists ${name}, which is not there: correct or delete it.`));
    const folders = [...Object.keys(outside), ...Object.keys(bundled)].filter((folder) => !known.has(folder.split('/')[0])).map((folder) => `${folder} is in no package: correct or delete it.`);
    const circles = cycles(new Map(Object.entries(this.rows))).map((cycle) => `${cycle.join(' → ')} is a cycle: each is below itself.`);
    return [...gone, ...unknown, ...folders, ...circles].map((fault) => `tooling/check-layers/layers.json: ${fault}`);
  }

  /** Everything below `short`, at any depth. */
  below(short, found = new Set()) {
    for (const next of this.rows[short] ?? []) {
      if (!found.has(next)) this.below(next, found.add(next));
    }
    return found;
  }
}
