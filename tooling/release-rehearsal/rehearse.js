import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { collect } from '@pf/examples';
import { publicPackages, temporaryFolder } from '@pf/workspace';
import { install, tryCommands, typecheck, use, writeConsumer } from './consumer.js';
import { applyChangesets, copyWorkspace, publish } from './publish.js';
import { releaseOf } from './release-notes.js';
import { startRegistry } from './registry.js';
import { inParallel } from './run.js';
import { sizesOf } from './sizes.js';
import { tarballFaults } from './tarball.js';
import { tryProjects } from './try-projects.js';
import { trySamples } from './try-samples.js';

/**
 * Releases the built workspace at `root` to a local registry and uses every package alone, as a user would. Changes nothing in
 * `root`. `say` gets the progress. Returns `[{ name, folder, version, bytes, tag, notes, brought, sizes, ran, faults }]`; the projects in its `examples` and the samples of its site are the last of them.
 */
export async function rehearse(root, say = () => {}) {
  const place = temporaryFolder('pf-rehearsal-');
  const clock = stopwatch(say);
  let registry;
  try {
    const copy = join(place, 'workspace');
    copyWorkspace(root, copy);
    await applyChangesets(copy);
    clock('applied the changesets in a copy');
    registry = await startRegistry(place);
    const { code, output } = await publish(copy, registry);
    clock(`published to ${registry.url}`);
    const packages = publicPackages(copy);
    const published = await inParallel(packages, (member) => fetchTarball(registry, member));
    const results = packages.map(({ name, folder, manifest }, i) => ({ name, folder, version: manifest.version, ...published[i], faults: [] }));
    for (const result of results) if (result.tarball === undefined) result.faults.push(`was not published: ${output.trim()}`);
    if (code !== 0 && results.every(({ tarball }) => tarball !== undefined)) results[0].faults.push(`changeset publish fails: ${output.trim()}`);

    for (const [i, member] of packages.entries()) {
      if (results[i].tarball === undefined) continue;
      const { tag, notes, faults } = await releaseOf(copy, member);
      Object.assign(results[i], { tag, notes });
      results[i].faults.push(...faults);
    }
    const reached = results.filter(({ tarball }) => tarball !== undefined);
    const consumers = await inParallel(reached, async (result) => {
      const folder = join(place, 'consumers', result.name.split('/').at(-1));
      const { fault, brought, manifest, specifiers, commands } = await install(folder, result.name, registry);
      if (fault !== undefined) result.faults.push(fault);
      if (fault !== undefined) return undefined;
      result.brought = brought;
      try {
        result.sizes = await sizesOf(folder, result.name);
      } catch (error) {
        result.faults.push(`cannot be bundled by esbuild: ${error.message}`);
      }
      const outside = Object.keys(manifest.dependencies ?? {}).some((name) => !name.startsWith('@pf/'));
      const realm = outside ? 'node' : specifiers.some((specifier) => specifier.endsWith('/web')) ? 'web' : 'language';
      return { result, folder, specifiers, commands, files: writeConsumer(folder, specifiers), realm };
    });
    clock('installed each alone');
    const working = consumers.filter((consumer) => consumer !== undefined);
    const checked = typecheck(working);
    clock('type-checked a consumer of each');
    const examples = collect(root);
    await inParallel([...working.entries()], async ([i, { result, folder, commands }]) => {
      const own = examples.filter(({ owner }) => `@pf/${owner}` === result.name);
      const { faults, ran } = await use(folder, checked[i].names, own);
      result.faults.push(...checked[i].faults, ...faults, ...(await tryCommands(folder, commands)));
      result.ran = ran;
    });
    clock('used each from ESM and CommonJS');
    const scope = packages[0]?.name.split('/')[0];
    const tried = await tryProjects(root, place, registry, scope);
    if (tried !== undefined) clock(`ran the ${tried.ran} projects of examples`);
    const samples = await trySamples(root, place, registry, scope, Object.fromEntries(packages.map(({ name, manifest }) => [name, manifest.version])));
    if (samples !== undefined) clock(`ran the ${samples.ran} samples of the site as projects of their own`);
    for (const result of reached) result.faults.push(...(await tarballFaults(result.tarball)));
    clock('looked at each tarball with publint and are-the-types-wrong');
    const others = [['examples', 'examples', tried], ['samples', 'docs/articles', samples]].filter(([, , outcome]) => outcome !== undefined);
    return [...results, ...others.map(([name, folder, outcome]) => ({ name, folder, version: '', ...outcome }))];
  } finally {
    await registry?.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

async function fetchTarball(registry, { name, manifest }) {
  const response = await fetch(`${registry.url}${name.replace('/', '%2f')}`);
  const { versions = {} } = await response.json();
  const dist = versions[manifest.version]?.dist;
  if (dist === undefined) return {};
  const tarball = await (await fetch(dist.tarball)).arrayBuffer();
  return { tarball, bytes: tarball.byteLength };
}

function stopwatch(say) {
  let last = performance.now();
  return (what) => {
    const now = performance.now();
    say(`${((now - last) / 1000).toFixed(1).padStart(6)} s  ${what}`);
    last = now;
  };
}
