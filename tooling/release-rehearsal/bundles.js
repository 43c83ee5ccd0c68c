// pnpm bundles [--files]: the bytes of the usual imports on a web page; with --files, by file.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repository } from '@pf/workspace';
import { build } from 'esbuild';

/** Imports of a page and the limit of their bytes, bundled, minified and gzipped: just above the present size, to notice unintended code. */
export const bundles = [
  { name: 'Grid', code: "export { Grid } from '@pf/grid';", most: 9_050 },
  { name: 'Grid and AStar', code: "export { Grid } from '@pf/grid'; export { AStar } from '@pf/search';", most: 19_150 },
  { name: 'Grid and JumpPointSearch', code: "export { Grid } from '@pf/grid'; export { JumpPointSearch } from '@pf/search';", most: 20_800 },
  { name: 'Grid and findPath', code: "export { Grid } from '@pf/grid'; export { findPath } from '@pf/search';", most: 21_150 },
  { name: 'CompressedGraph and AStar', code: "export { CompressedGraph } from '@pf/graph'; export { AStar } from '@pf/search';", most: 13_250 },
  { name: 'Grid and DStarLite', code: "export { Grid } from '@pf/grid'; export { DStarLite } from '@pf/incremental';", most: 20_450 },
  { name: 'NavMesh and its findPath', code: "export { NavMesh, findPath } from '@pf/navmesh';", most: 49_200 },
];

/** Bundles some imports from the sources: `{ minified, gzipped, files }`, in bytes; `files` are `[path, minified bytes]`, the largest first. */
export async function bundle(code) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: join(repository, 'apps/demo') },
    absWorkingDir: repository,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    conditions: ['@pf/source'],
    metafile: true,
    write: false,
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  const files = Object.entries(inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]).filter(([, bytes]) => bytes > 0);
  const { contents } = outputFiles[0];
  return { minified: contents.byteLength, gzipped: gzipSync(contents, { level: 9 }).byteLength, files: files.sort((a, b) => b[1] - a[1]) };
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;

if (import.meta.filename === process.argv[1]) {
  for (const { name, code, most } of bundles) {
    const { minified, gzipped, files } = await bundle(code);
    console.log(`${name.padEnd(28)}${kilobytes(gzipped)} gzipped,${kilobytes(minified)} minified${gzipped > most ? `, more than the ${kilobytes(most).trim()} it may be` : ''}`);
    if (process.argv.includes('--files')) for (const [path, bytes] of files) console.log(`  ${kilobytes(bytes)}  ${path}`);
  }
}
