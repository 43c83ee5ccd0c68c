// pnpm mutation PACKAGE [FILES] [--tests PATTERN] [--slowest MS] [--every N] [--offset K] [--again]: makes small changes to the sources, and lists those that no test notices.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repository } from '@pf/workspace';
import { Stryker } from '@stryker-mutator/core';
import { readOptions } from './options.js';

/** What a status counts as: killed, timeout or survived. */
const KINDS = { Killed: 0, Timeout: 1, Survived: 2, NoCoverage: 2 };
const { name, files, values } = optionsOf(process.argv.slice(2));
process.env.PF_MUTATE = name;
// If many tests reach a file, its own find most of what all find, in a tenth of the time.
if (values.tests !== undefined) process.env.PF_MUTATE_TESTS = values.tests;
// A mutant that survives runs every test that reaches it. Those that took more milliseconds of processor time in the first run are left out.
if (values.slowest !== undefined) process.env.PF_MUTATE_SLOWEST = values.slowest;
// A sample: one of N mutants. The others are reported as errors, and do not count.
if (values.every !== undefined) process.env.PF_MUTATE_EVERY = values.every;
// Another sample of the same size: mutants whose number leaves this remainder.
if (values.offset !== undefined) process.env.PF_MUTATE_OFFSET = values.offset;
// Each of thousands of mutants runs all tests that reach it. A few percent of the random cases find almost as much as all.
process.env.PF_RUNS ??= '0.03';
process.chdir(repository);
const reports = join('reports/mutation', name);
const piece = `${files[0]?.replaceAll(/[^\w.]+/g, '-')}${files.length > 1 ? `-and-${files.length - 1}-more` : ''}`;
const report = join(reports, `${files.length === 0 ? 'all' : piece}.json`);
// Only the mutants that survived the last run of the same files.
if (values.again === true) {
  if (!existsSync(report)) fail(`There is no ${report}: run the same files without --again first.`);
  const mutants = Object.values(JSON.parse(readFileSync(report, 'utf8')).files).flatMap((file) => file.mutants);
  const left = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  if (left.length === 0) {
    console.log('No mutant survived the last run: there is none to try again.');
    process.exit(0);
  }
  process.env.PF_MUTATE_ONLY = left.map(({ id }) => id).join();
}
const results = await new Stryker({
  testRunner: 'in-process',
  plugins: [import.meta.resolve('./in-process-runner.js')],
  mutate: (files.length > 0 ? files : ['src/**/*.ts']).map((file) => `packages/${name}/${file}`),
  ignorePatterns: ['docs', 'apps', '**/dist', '**/fixtures', 'reports', 'coverage'],
  // Messages are for people: tests check the values in them, not the words.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 1,
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  // The runner interrupts infinite loops itself, by processor time: a busy machine must not make a mutant look noticed.
  timeoutMS: 120_000,
  timeoutFactor: 40,
  // The first run has every test, on Stryker's slow copy of the sources.
  dryRunTimeoutMinutes: 60,
  tempDirName: 'reports/stryker',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // One report for each choice of files, so that a package can be run in pieces.
  jsonReporter: { fileName: values.again === true ? report.replace('.json', '-again.json') : report },
  allowEmpty: false,
}).runMutationTest();

// Stryker counts all mutants that no test reaches, those outside the sample too.
const scores = new Map();
const sum = [0, 0, 0];
for (const { id, fileName, status } of results) {
  const kind = KINDS[status];
  if (Number(id) % Number(values.every ?? 1) !== Number(values.offset ?? 0) || kind === undefined) continue;
  if (!scores.has(fileName)) scores.set(fileName, [0, 0, 0]);
  scores.get(fileName)[kind]++;
  sum[kind]++;
}
if (scores.size === 0) fail('No mutant was tried: name more files, or a smaller --every.');
for (const [file, score] of scores) console.log(`${relative(repository, file)}: ${shown(score)}`);
console.log(`In all: ${shown(sum)}, ${((100 * (sum[0] + sum[1])) / (sum[0] + sum[1] + sum[2])).toFixed(1)}%`);

/** Timeouts are counted apart: they are noticed because a test does not end. */
function shown([killed, timeouts, survived]) {
  return `${killed} killed and ${timeouts} timeouts of ${killed + timeouts + survived}`;
}

/** The command line. Ends the process if it is wrong. */
function optionsOf(args) {
  try {
    return readOptions(args);
  } catch (error) {
    return fail(error.message);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
