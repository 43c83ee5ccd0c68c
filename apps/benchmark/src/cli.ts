import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { claimsTable, compare, experiments, formatNumber, serveContender, threadedComparisons, threadedJobs, toTerminal } from '@pf/bench';
import type { Experiment, Result } from '@pf/bench';
import { UsageError, readArguments, USAGE } from './arguments.ts';
import type { Arguments } from './arguments.ts';
import { serve } from './child.ts';
import { compareRounds, entryOf, isWorse, namesIn } from './compare-checkouts.ts';
import type { CheckoutDifferences, TimeRatio } from './compare-checkouts.ts';
import { brokenMaps, dataFolder, namedFor, networkFolders, ownFolder, readBy, withFolder } from './data-folder.ts';
import { checkFile, checkWritable, fromHere, readResults, repositoryFolder, writeJson, writePage, writeReport } from './files.ts';
import { updatePictures } from './pictures/pictures.ts';
import { RecordedRun } from './record-all.ts';
import { NEXT, summary } from './summary.ts';
import { Suite } from './suite.ts';
import { updateTables } from './tables.ts';

const FINE = 0;
const FAILED = 1;
const MISUSE = 2;
const INTERRUPTED = 130;

const print = (lines: readonly string[]): void => console.log(lines.join('\n'));
const look = { colour: process.stdout.isTTY, width: process.stdout.columns };

function list(): number {
  const width = Math.max(...experiments.map(({ name }) => name.length));
  print(experiments.map(({ name, title, reproduces }) => `${name.padEnd(width)}  ${title}. ${reproduces}`));
  return FINE;
}

function compareFiles(paths: readonly string[]): number {
  if (paths.length !== 2) throw new UsageError(`compare takes two files of results, got ${paths.length}: pnpm bench compare A.json B.json.`);
  const [before, after] = paths.map((path) => readResults(fromHere(path)));
  if (before.length + after.length === 0) throw new UsageError('There is nothing to compare: neither file holds a result.');
  const find = (results: readonly Result[], name: string): Result | undefined => results.find(({ experiment }) => experiment === name);
  let worse = false;
  for (const newer of after) {
    const old = find(before, newer.experiment);
    if (old === undefined) print([`${newer.experiment}: only in ${paths[1]}.`]);
    else worse = compareResults(old, newer) || worse;
    for (const [i, result] of [old, newer].entries()) {
      if (result?.failure === undefined) continue;
      print([`  not finished in ${paths[i]}: ${result.failure}`]);
      worse = true;
    }
  }
  for (const { experiment } of before) {
    if (find(after, experiment) !== undefined) continue;
    print([`${experiment}: only in ${paths[0]}.`]);
    worse = true;
  }
  return worse ? FAILED : FINE;
}

/** Prints the differences between two runs of one experiment; returns whether anything is worse, or missing. */
function compareResults(before: Result, after: Result): boolean {
  let comparison;
  try {
    comparison = compare(before, after);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { changes, compared, drift, sameMachine, gone, failed } = comparison;
  print([`${after.experiment}: ${compared} figures compared, ${changes.length} differ beyond noise; all times ${formatNumber(drift)}×${sameMachine ? '' : ' (another machine: each time is judged against that)'}.`]);
  const order = { slower: 0, more: 1, faster: 2, less: 3 } as const;
  for (const change of [...changes].sort((a, b) => Number(b.worse) - Number(a.worse) || order[a.verdict] - order[b.verdict])) {
    print([`  ${change.verdict.padEnd(6)}  ${formatNumber(change.ratio)}×  ${change.row}, ${change.column}: ${formatNumber(change.before)} → ${formatNumber(change.after)}`]);
  }
  for (const name of gone) print([`  gone    ${name}`]);
  if (failed.length > 0) print(['  held before, and now:', ...claimsTable(failed, look)]);
  return gone.length + failed.length > 0 || changes.some(({ worse }) => worse);
}

/** Runs experiments in this checkout and in another, in turns, and prints what differs. */
async function compareCheckouts(given: Arguments, names: readonly string[], folder: string): Promise<number> {
  if (names.length === 0) throw new UsageError(`compare --against needs experiments: pnpm bench compare peers --against ${folder}.`);
  const chosen = chosenFrom(names);
  const { seed, maps, quick, rounds } = given;
  const spoiled = brokenMaps(maps).length > 0;
  const effort = process.env['PF_BENCH_EFFORT'] === 'tiny' ? 'tiny' : quick ? 'quick' : 'full';
  const folders = { ...(maps === undefined ? {} : { maps: fromHere(maps) }), ...networkFolders(given, effort) };
  const other = await entryOf(fromHere(folder));
  const [known, suites] = [namesIn(other), [newSuite(other), newSuite()]];
  let worse = false;
  for (const experiment of chosen) {
    if (!known.includes(experiment.name)) {
      print([`${experiment.name}: only in this checkout.`]);
      continue;
    }
    const failed = (): boolean => suites.some(({ results }) => results.some(({ failure }) => failure !== undefined));
    for (let round = 0; round < rounds && !failed(); round++) {
      // The order alternates, so that a machine that slows down steadily favours neither.
      for (const suite of round % 2 === 0 ? suites : [...suites].reverse()) {
        if (!failed()) await suite.run([experiment], () => ({ seed, effort, command: `pnpm bench ${experiment.name}`, ...readBy(experiment.name, folders) }), () => {});
      }
    }
    if (suites.some(({ interrupted }) => interrupted)) return INTERRUPTED;
    const [before, after] = suites.map(({ results }) => results.splice(0));
    if (namesOfFailed([...before, ...after])) {
      worse = true;
      continue;
    }
    const differences = compareRounds(before, after);
    printRounds(experiment.name, differences, rounds);
    worse = isWorse(differences) || worse;
  }
  return spoiled ? MISUSE : worse ? FAILED : FINE;
}

function printRounds(name: string, { overall, slower, faster, compared, empty, exact: { changes, gone, failed } }: CheckoutDifferences, rounds: number): void {
  const interval = ({ value, low, high }: TimeRatio['ratio']): string => `${formatNumber(value)}× (${formatNumber(low)} to ${formatNumber(high)})`;
  print([`${name}, ${rounds} rounds: all times together ${interval(overall)}; of ${compared} times ${slower.length} slower and ${faster.length} faster beyond their intervals.`]);
  for (const [verdict, list] of [['slower', slower], ['faster', faster]] as const) {
    print(list.map(({ row, column, ratio }) => `  ${verdict}  ${interval(ratio)}  ${row}, ${column}`));
  }
  for (const { row, column, before, after, exact, verdict } of changes) {
    if (exact) print([`  ${verdict.padEnd(6)}  ${row}, ${column}: ${formatNumber(before)} → ${formatNumber(after)}`]);
  }
  for (const missing of gone) print([`  gone    ${missing}`]);
  if (failed.length > 0) print(['  held before, and now:', ...claimsTable(failed, look)]);
  if (empty) print(['  nothing was measured']);
}

async function report(paths: readonly string[], folder: string): Promise<number> {
  if (paths.length === 0) throw new UsageError('report takes one or more files of results: pnpm bench report docs/results/*.json.');
  const read = paths.flatMap((path) => readResults(fromHere(path)).map((result) => ({ path, result })));
  // Each has files of its own name, and a place of its own on the page.
  for (const [i, { path, result: { experiment } }] of read.entries()) {
    const first = read.findIndex(({ result }) => result.experiment === experiment);
    if (first < i) throw new UsageError(`report shows each experiment once, and ${experiment} is in ${read[first].path} and in ${path}.`);
  }
  const results = read.map(({ result }) => result);
  checkWritable(folder);
  print([`The report: ${await writePage(folder, results)}`]);
  return FINE;
}

function chosenFrom(words: readonly string[]): readonly Experiment[] {
  if (words.length === 0 || words[0] === 'claims') return experiments;
  return [...new Set(words)].map((word) => {
    const found = experiments.find(({ name }) => name === word);
    if (found === undefined) throw new UsageError(`There is no experiment ${JSON.stringify(word)}: there are ${experiments.map(({ name }) => name).join(', ')}.`);
    return found;
  });
}

async function measure(options: Arguments): Promise<number> {
  const { words, folder: data } = dataFolder(options.words);
  const given = withFolder(options, data);
  const { seed, maps, json, dynamicSets } = given;
  const claimsOnly = words[0] === 'claims';
  if (claimsOnly && words.length > 1) throw new UsageError(`claims takes no experiment, got ${JSON.stringify(words[1])}: it runs them all.`);
  const chosen = chosenFrom(words);
  const suite = words.length === 0 || claimsOnly;
  const quick = given.quick || suite;
  // For tests of this program: everything is done, so little of it that the times mean nothing.
  const effort = process.env['PF_BENCH_EFFORT'] === 'tiny' ? 'tiny' : quick ? 'quick' : 'full';
  const folder = fromHere(given.report ?? 'reports');
  checkWritable(folder);
  if (json !== undefined) checkFile(fromHere(json));
  const notes = brokenMaps(maps);
  const folders = { ...(maps === undefined ? {} : { maps: fromHere(maps) }), ...(dynamicSets === undefined ? {} : { dynamicSets: fromHere(dynamicSets) }), ...networkFolders(given, effort) };
  const run = newSuite();
  const flags = `${quick ? ' --quick' : ''}${seed === 1 ? '' : ` --seed ${seed}`}`;
  // Stopped by Ctrl-C before the first figure.
  const wasNotBegun = ({ failure, rows }: Result): boolean => run.interrupted && failure !== undefined && rows.length === 0;
  const toured = words.length === 1 && words[0] === 'tour' && json === undefined;
  await run.run(chosen, (name) => {
    const [read, { words: typed, ignored }] = [readBy(name, folders), namedFor(name, given)];
    return { seed, effort, notes: [...(read.maps === undefined ? [] : notes), ...ignored], command: `pnpm bench ${name}${flags}${typed}`, ...read };
  }, (result) => {
    if ((toured && result.failure === undefined) || wasNotBegun(result)) return;
    if (claimsOnly) print([`${result.experiment}: ${result.seconds} s${result.failure === undefined ? '' : `, not finished: ${result.failure}`}`]);
    else print([...toTerminal(result, look), '', `${result.experiment}: ${result.seconds} s`, '']);
  });

  const results = run.results.filter((result) => !wasNotBegun(result));
  // A report of a part would replace that of a whole run.
  if (run.interrupted && (toured || results.length === 0)) {
    namesOfFailed(run.results);
    print(['', 'No report was written; an earlier one is unchanged.']);
    return INTERRUPTED;
  }
  if (suite) print(['', ...claimsTable(results.flatMap((result) => result.claims.map((claim) => ({ ...claim, experiment: result.experiment }))), look)]);
  const page = await writeReport(folder, results, suite ? 'index' : undefined);
  if (json !== undefined) writeJson(fromHere(json), results);
  const failed = namesOfFailed(run.results);
  if (toured && !failed) print([...summary(results[0], page), '', ...NEXT]);
  else print(['', verdicts(results), `The report: ${page}`]);
  return run.interrupted ? INTERRUPTED : notes.length > 0 ? MISUSE : failed ? FAILED : FINE;
}

function newSuite(entry = fileURLToPath(import.meta.url)): Suite {
  const suite = new Suite(entry);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => suite.interrupt());
  return suite;
}

/** Prints the experiments that did not finish; returns whether there are any. */
function namesOfFailed(results: readonly Result[]): boolean {
  const failures = results.filter(({ failure }) => failure !== undefined);
  for (const { experiment, failure } of failures) console.error(`${experiment} did not finish: ${failure?.replace(/\.$/, '')}.`);
  return failures.length > 0;
}

/** Measures everything in full, one result after the other, and fills `docs/results` and the tables when all are there. */
async function recordAll(given: Arguments): Promise<number> {
  const { seed, maps, report: reports } = given;
  const notes = brokenMaps(maps);
  const folder = fromHere(reports ?? 'reports');
  checkWritable(folder);
  const recorded = new RecordedRun(folder, fileURLToPath(import.meta.url));
  const effort = process.env['PF_BENCH_EFFORT'] === 'tiny' ? 'tiny' : 'full';
  const commandOf = (name: string): string => {
    const own = ownFolder(name, effort);
    return `pnpm bench ${name}${seed === 1 ? '' : ` --seed ${seed}`}${own === undefined ? namedFor(name, given).words : ` ${own.words}`}`;
  };
  const folders = { ...(maps === undefined ? {} : { maps: fromHere(maps) }), ...networkFolders(given, effort) };
  const missing = recorded.missing(experiments, commandOf);
  if (missing.length < experiments.length) print([`${experiments.length - missing.length} of ${experiments.length} are measured already, in ${recorded.folder}.`]);
  const run = newSuite();
  await run.run(missing, (name) => {
    const read = { ...readBy(name, folders), ...ownFolder(name, effort)?.folder };
    return { seed, effort, notes: read.maps === folders.maps ? notes : [], command: commandOf(name), ...read };
  }, (result) => {
    recorded.keep(result);
    print([`${result.experiment}: ${result.seconds} s${result.failure === undefined ? `. ${verdicts([result])}` : `, not finished: ${result.failure}`}`]);
  });
  const failed = namesOfFailed(run.results);
  if (run.interrupted || failed) {
    print(['Not everything is measured: the same command goes on where this one was stopped.']);
    return run.interrupted ? INTERRUPTED : FAILED;
  }
  const root = repositoryFolder();
  const results = recorded.publish(join(root, 'docs/results'));
  print([verdicts(results), `The report: ${await writeReport(folder, results, 'index')}`]);
  updatePictures(root, false, print);
  return updateTables(root, false, print) || (notes.length > 0 ? MISUSE : FINE);
}

function verdicts(results: readonly Result[]): string {
  const claims = results.flatMap((result) => result.claims);
  const count = (pass: boolean | null): number => claims.filter((claim) => claim.pass === pass && claim.ours !== null).length;
  const fullOnly = claims.filter(({ condition, ours }) => condition !== undefined && ours !== null).length;
  const silent = claims.filter((claim) => claim.pass === null && claim.ours === null).length;
  return `${count(true)} claims hold, ${claims.filter((claim) => claim.pass === false).length} fail, ${count(null) - fullOnly} are reported`
    + `${fullOnly === 0 ? '' : `, ${fullOnly} are judged by a full run only`}${silent === 0 ? '' : `, ${silent} not measured`}.`;
}

async function main(argv: readonly string[]): Promise<number> {
  const given = readArguments(argv);
  const [verb, ...rest] = given.words;
  if (given.help) {
    print([USAGE, '', 'Experiments:']);
    return list();
  }
  switch (verb) {
    case 'list': return list();
    case 'compare': return given.against === undefined ? compareFiles(rest) : compareCheckouts(given, rest, given.against);
    case 'report': return report(rest, fromHere(given.report ?? 'reports'));
    case 'all': return recordAll(given);
    case 'tables': return updateTables(repositoryFolder(), given.check, print);
    case 'pictures': return updatePictures(repositoryFolder(), given.check, print);
    default: return measure(given);
  }
}

if (!isMainThread) {
  void serveContender(threadedComparisons, async () => (await import('./peers/all.ts')).peers, threadedJobs);
} else if (process.argv[2] === 'child' && process.send !== undefined) {
  serve();
} else {
  main(process.argv.slice(2)).then((code) => {
    process.exitCode = code;
  }, (error: unknown) => {
    console.error(error instanceof UsageError ? error.message : error);
    process.exitCode = error instanceof UsageError ? MISUSE : FAILED;
  });
}
