// pnpm platforms [--installed] [--only NAME]… [--write]: one program for each packed package, in every runtime and browser; what it finds is compared with Node 24.
// --installed: only in this Node and the browsers that are there. --write: puts the table into docs/trust.md. --tests [PACKAGES]: the unit tests instead.
import { parseArgs } from 'node:util';
import { browsers, inBrowser } from './browsers.js';
import { compare, writeTable } from './compare.js';
import { bundleForPages, installPacked } from './packed.js';
import { chosen, here, nodes, otherRuntimes, runProgram, unitTests } from './runtimes.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { installed: { type: 'boolean', default: false }, tests: { type: 'boolean', default: false }, write: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
});
if (values.tests) process.exitCode = unitTests(values.only, positionals);
else process.exitCode = await packed();

async function packed() {
  const found = browsers();
  const all = values.installed ? [here, ...found] : [nodes[24], ...nodes.filter((_, line) => line !== 24), ...otherRuntimes, ...found];
  // The first is the one with which the others are compared.
  const wanted = [...new Set([all[0], ...chosen(all, values.only)])];
  const folder = installPacked();
  const pages = wanted.some(({ browser }) => browser) ? await bundleForPages(folder) : undefined;
  const outcomes = [];
  for (const platform of wanted) {
    const begin = performance.now();
    const runs = platform.browser ? await inBrowser(platform, pages) : [{ name: platform.name, lines: await runProgram(platform, folder) }];
    const seconds = ((performance.now() - begin) / 1000).toFixed(0);
    for (const run of runs) outcomes.push(run);
    console.log(`${seconds.padStart(4)} s  ${runs.map(({ name }) => name).join(', ')}`);
  }
  const { table, faults } = compare(outcomes);
  console.log(`\n${table}`);
  for (const fault of faults) console.error(fault);
  if (values.write) writeTable(table);
  return faults.length === 0 ? 0 : 1;
}
