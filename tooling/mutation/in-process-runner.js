import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { determineHitLimitReached, DryRunStatus, MutantRunStatus, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import { build } from 'esbuild';
import { ownerOf, testsOf } from './options.js';
import { TestBook } from './test-book.js';

/** Tests that took longer in the first run, in milliseconds, are left out of the others. */
const SLOWEST = Number(process.env.PF_MUTATE_SLOWEST ?? Infinity);
/** One of how many mutants is tried, and which of them. */
const EVERY = Number(process.env.PF_MUTATE_EVERY ?? 1);
const OFFSET = Number(process.env.PF_MUTATE_OFFSET ?? 0);
/**
 * A test is in an infinite loop if it takes this many milliseconds of processor time more than this many times that of the first run. Wall time depends on what else
 * runs on the machine, so Stryker's timeout is only for tests that never end without computing.
 */
const PATIENCE = 3_000;
const PATIENCE_FACTOR = 5;
/** The mutants to try; all if undefined. */
const ONLY = process.env.PF_MUTATE_ONLY === undefined ? undefined : new Set(process.env.PF_MUTATE_ONLY.split(','));
/** The result of the first run, without a mutant, in Stryker's copy of the repository. */
const FIRST_RUN = 'first-run.json';

/**
 * Runs the tests of a package for Stryker in one process: all are bundled into one script, which runs again for each mutant.
 * That takes some ten milliseconds; starting vitest for each mutant takes seconds.
 */
class InProcessRunner {
  /** The state that Stryker's code in the sources reads and writes. */
  #watch = (globalThis.__stryker__ ??= {});
  #load = () => {};
  #snapshots = new Map();
  /** The milliseconds of each test in the first run. The first failure ends a trial, so fast tests run first. */
  #took = new Map();
  #watchdog = new Watchdog();

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    // After an infinite loop Stryker continues in a new process, without the state of the first run.
    if (existsSync(FIRST_RUN)) [this.#snapshots, this.#took] = JSON.parse(readFileSync(FIRST_RUN, 'utf8')).map((entries) => new Map(entries));
    const folder = resolve('packages', process.env.PF_MUTATE);
    const wanted = process.env.PF_MUTATE_TESTS?.split(',').map((word) => ownerOf(word, process.env.PF_MUTATE));
    // Tests of another package too, which mutants of this one may fail.
    const files = wanted === undefined ? testsOf(folder) : [...new Set(wanted.flatMap(([owner, part]) => testsOf(resolve('packages', owner), [part])))];
    const entry = [
      // One failing case is enough, and it is not reported, so it is not shrunk.
      ...(existsSync(join(folder, 'node_modules/fast-check')) ? ["import fc from 'fast-check';", 'fc.configureGlobal({ endOnFailure: true });'] : []),
      ...files.map((file) => `import ${JSON.stringify(file)};`),
    ];
    const { outputFiles } = await build({
      stdin: { contents: entry.join('\n'), resolveDir: folder },
      write: false,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      conditions: ['@pf/source'],
      // They look for files beside their own.
      external: ['esbuild', 'playwright-core'],
      alias: { vitest: join(import.meta.dirname, 'vitest-stand-in.js'), ...entriesOf(folder) },
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(folder, 'test/any.ts')).href) },
      // A package says that its files do nothing when they are imported; its tests do.
      ignoreAnnotations: true,
      logLevel: 'warning',
    });
    this.#load = new Script(`(function (require, testBook) { 'use strict'; ${outputFiles[0].text}\n})`, { filename: join(folder, 'bundle.cjs') }).runInThisContext();
  }

  async dryRun() {
    this.#watch.mutantCoverage = undefined;
    this.#watch.activeMutant = undefined;
    const begin = performance.now();
    const { tests } = await this.#run(undefined, false);
    this.#took = new Map(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]));
    writeFileSync(FIRST_RUN, JSON.stringify([[...this.#snapshots], [...this.#took]]));
    // Stryker adds the time that no test accounts for to its patience with each mutant. So a test that no mutant reaches accounts for it.
    for (const one of tests) {
      if (one.timeSpentMs <= SLOWEST) continue;
      one.timeSpentMs = one.elapsedMs;
      delete this.#watch.mutantCoverage?.perTest[one.id];
    }
    const rest = performance.now() - begin - tests.reduce((sum, { timeSpentMs }) => sum + timeSpentMs, 0);
    tests.push({ id: 'the time between tests', name: 'the time between tests', timeSpentMs: Math.max(0, rest), status: TestStatus.Success });
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.#watch.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, disableBail }) {
    if (Number(activeMutant.id) % EVERY !== OFFSET || (ONLY !== undefined && !ONLY.has(activeMutant.id))) return { status: MutantRunStatus.Error, errorMessage: 'Not in the sample.' };
    this.#watch.hitCount = hitLimit === undefined ? undefined : 0;
    this.#watch.hitLimit = hitLimit;
    this.#watch.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
    const { tests, endless } = await this.#run(testFilter && new Set(testFilter), !disableBail, activeMutant.id);
    if (endless !== undefined) return { status: MutantRunStatus.Timeout, reason: `Does not end: ${endless}` };
    return toMutantRunResult(determineHitLimitReached(this.#watch.hitCount, hitLimit) ?? { status: DryRunStatus.Complete, tests });
  }

  async #run(filter, bail, mutant) {
    const book = new TestBook(this.#snapshots);
    this.#load(createRequire(join(process.cwd(), 'packages', process.env.PF_MUTATE, 'package.json')), book);
    this.#watch.activeMutant = mutant;
    const tests = [];
    const took = ({ id }) => this.#took.get(id) ?? 0;
    for (const one of book.tests.toSorted((a, b) => took(a) - took(b))) {
      const { id } = one;
      if ((filter !== undefined && !filter.has(id)) || took(one) > SLOWEST) continue;
      this.#watch.currentTestId = id;
      const before = process.cpuUsage();
      const begin = performance.now();
      let failureMessage;
      let endless = false;
      const limit = mutant === undefined ? Infinity : PATIENCE + PATIENCE_FACTOR * took(one);
      try {
        await book.run(one, (body) => this.#watchdog.call(body, limit));
      } catch (error) {
        endless = error?.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
        failureMessage = String(error?.message ?? error);
      }
      this.#watch.currentTestId = undefined;
      // Processor time, not wall time: Stryker's timeouts depend on it, and the machine may be busy.
      const { user, system } = process.cpuUsage(before);
      const timeSpentMs = (user + system) / 1000;
      const status = failureMessage === undefined ? TestStatus.Success : TestStatus.Failed;
      tests.push({ id, name: id, timeSpentMs, elapsedMs: performance.now() - begin, status, failureMessage });
      if (endless) return { tests, endless: id };
      if (bail && failureMessage !== undefined) break;
    }
    await book.end();
    return { tests };
  }
}

/** Calls functions, and interrupts them if they take too much processor time: a thread watches it, and sends the signal. */
class Watchdog {
  /** The processor time in milliseconds at which the call is interrupted. */
  #deadline = new Float64Array(new SharedArrayBuffer(8)).fill(Infinity);
  #script = new Script('globalThis.__watched__()');

  constructor() {
    new Worker(WATCH, { eval: true, workerData: this.#deadline }).unref();
    // A signal that comes after the end of the call.
    process.on('SIGINT', () => {});
  }

  /** The result of `body`. Throws ERR_SCRIPT_EXECUTION_INTERRUPTED after `limit` milliseconds of processor time; what an asynchronous function does later is not watched. */
  call(body, limit) {
    const { user, system } = process.cpuUsage();
    globalThis.__watched__ = body;
    this.#deadline[0] = (user + system) / 1000 + limit;
    try {
      return this.#script.runInThisContext({ breakOnSigint: true });
    } finally {
      this.#deadline[0] = Infinity;
    }
  }
}

const WATCH = `
const { workerData: deadline } = require('node:worker_threads');
const never = new Int32Array(new SharedArrayBuffer(4));
for (;;) {
  Atomics.wait(never, 0, 0, 50);
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > deadline[0]) process.kill(process.pid, 'SIGINT');
}`;

/** The sources that a package exports, by the names by which others import them. */
function entriesOf(folder) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const sources = Object.entries(exports).filter(([, to]) => to['@pf/source'] !== undefined);
  return Object.fromEntries(sources.map(([key, to]) => [name + key.slice(1), join(folder, to['@pf/source'])]));
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'in-process', () => new InProcessRunner())];
