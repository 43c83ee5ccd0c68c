import { readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { installedBytes } from './consumer.js';

const REGION = /<!-- size -->\n([^]*?)<!-- \/size -->\n/;
const SENTENCE = /([\d,.]+) kB installed.* ([\d,.]+) kB gzipped/;
/** The tolerance of the figures in a README. */
const TOLERANCE = 0.05;
/** Below 100 kB a figure is rounded to 0.1 kB, which may be this many bytes off. */
const ROUNDING = 50;

/** The bytes of the package installed in `folder`: all that was installed, and all exports in one minified ESM file, gzipped. */
export async function sizesOf(folder, name) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${name}';`, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: [...builtinModules, 'node:*'],
    write: false,
    logLevel: 'silent',
  });
  return { installed: installedBytes(folder), gzipped: gzipSync(outputFiles[0].contents, { level: 9 }).byteLength };
}

/** The text of the figures in a README. */
export function sentence({ installed, gzipped }) {
  return `${kilobytes(installed)} installed, with all that it brings; ${kilobytes(gzipped)} gzipped, bundled whole and minified.`;
}

/** A sentence if the figures of a README are wrong. */
export function sizeFault(text, sizes) {
  const said = SENTENCE.exec(REGION.exec(text)?.[1] ?? '');
  if (said === null) return 'its README does not say how big it is: pnpm sizes.';
  const [installed, gzipped] = said.slice(1).map((figure) => Number(figure.replaceAll(',', '')) * 1000);
  const isOff = (figure, truth) => Math.abs(figure - truth) > Math.max(ROUNDING, TOLERANCE * truth);
  if (!isOff(installed, sizes.installed) && !isOff(gzipped, sizes.gzipped)) return undefined;
  return `its README says "${REGION.exec(text)[1].trim()}", but it is: ${sentence(sizes)} If that is meant: pnpm sizes.`;
}

/** The text with the right figures; below the first block of commands if it had none. */
export function withSizes(text, sizes) {
  const region = `<!-- size -->\n${sentence(sizes)}\n<!-- /size -->\n`;
  return REGION.test(text) ? text.replace(REGION, region) : text.replace(/^```sh\n[^]*?^```\n/m, (block) => `${block}\n${region}`);
}

/** Writes the figures of all packages to their READMEs; returns the names of those that changed. */
export function writeSizes(root, packages) {
  return packages.filter(({ folder, sizes }) => {
    const path = join(root, folder, 'README.md');
    const text = readFileSync(path, 'utf8');
    if (sizeFault(text, sizes) === undefined) return false;
    writeFileSync(path, withSizes(text, sizes));
    return true;
  }).map(({ name }) => name);
}

function kilobytes(bytes) {
  const kilo = bytes / 1000;
  return `${kilo < 100 ? kilo.toFixed(1) : Math.round(kilo).toLocaleString('en')} kB`;
}
