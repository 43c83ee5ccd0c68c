import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inParallel, run } from './run.js';

/** What the demo makes of a sample, and the samples of "Which one?". */
const parts = `
export { projectOf } from './src/runner/project.ts';
import { advise, codeOf } from './src/which/advice.ts';
import { names, questions } from './src/which/questions.ts';
const answers = names.reduce((some, name) => some.flatMap((each) => Object.keys(questions[name].options).map((value) => ({ ...each, [name]: value }))), [{}]);
const maps = [2000, 60000].flatMap((free) => ['short', 'long'].map((detours) => ({ free, detours })));
export const advised = [...new Set(answers.flatMap((each) => maps.map((map) => codeOf(advise(each, map)))))];
`;

/**
 * Makes the project that an online playground gets for every sample of the articles, the home page and "Which one?" of the workspace at `root`. Installs all of them in `folder` from
 * the registry by one `npm install`, and runs each. A project must print the results that its sample states. `versions` are those of the packages.
 * Returns `{ ran, faults }`, or undefined if there is no demo.
 */
export async function trySamples(root, folder, registry, scope, versions) {
  const demo = join(root, 'apps/demo');
  if (!existsSync(join(demo, 'src/runner/project.ts'))) return undefined;
  const { outputFiles } = await build({ stdin: { contents: parts, resolveDir: demo }, bundle: true, format: 'esm', write: false });
  const { projectOf, advised } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  const texts = [join(demo, 'home.md'), ...readdirSync(join(root, 'docs/articles')).map((file) => join(root, 'docs/articles', file))].map((file) => readFileSync(file, 'utf8'));
  const samples = [...texts.flatMap((text) => [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code]) => code)), ...advised];
  const home = join(folder, 'samples');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'samples', private: true, workspaces: ['*'] }));
  samples.forEach((code, i) => {
    const project = projectOf(code, versions);
    mkdirSync(join(home, `sample-${i}`));
    for (const [name, text] of Object.entries(project)) writeFileSync(join(home, `sample-${i}`, name), text.replace('"pf-sample"', `"sample-${i}"`));
  });
  const { code, output } = await run('npm', ['install', `--${scope}:registry=${registry.url}`, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], { cwd: home, seconds: 120 });
  if (code !== 0) return { ran: 0, faults: [`npm install fails: ${output.trim()}`] };
  const outcomes = await inParallel([...samples.entries()], async ([i, sample]) => {
    const { code: ended, output: printed } = await run(process.execPath, ['index.js'], { cwd: join(home, `sample-${i}`), seconds: 60 });
    const stated = [...sample.matchAll(/\/\/ → (.*)/g)].map(([, value]) => bare(value));
    const lines = printed.trim().split('\n').map(bare);
    const missing = stated.filter((value) => !lines.includes(value));
    return ended === 0 && missing.length === 0 && printed !== '' ? [] : [`sample ${i}: ${ended === 0 ? `does not print ${missing.join(', ') || 'anything'}` : printed.trim()}\n${sample}`];
  });
  return { ran: samples.length, faults: outcomes.flat() };
}

/** A value without what Node and a comment write in other ways: spaces and quotes. */
function bare(value) {
  return value.replace(/[\s'"]/g, '');
}
