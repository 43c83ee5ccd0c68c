import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, repository, temporaryFolder } from '@pf/workspace';
import { describe, expect, test } from 'vitest';
import { alias, runFromSources } from '../from-sources.js';
import { linesOfCode, withLines } from '../lines.js';
import { projects, runBundle } from '../projects.js';

const all = projects(repository);
const out = temporaryFolder('pf-example-projects-');
const lastLine = (output) => output.trimEnd().split('\n').at(-1);

describe.each(all)('$name', ({ name, folder, main, page, peer, files }) => {
  test('runs, and agrees with the same project with another library', async () => {
    const ran = await runFromSources(folder, main, files, join(out, name));
    expect(ran.output.length).toBeGreaterThan(0);
    expect(ran).toMatchObject({ code: 0 });
    if (peer === undefined) return;
    const theirs = await runFromSources(folder, peer, files, join(out, name));
    expect(theirs).toMatchObject({ code: 0 });
    // Ports must print the same lines; games may choose another path of equal length.
    if (name.startsWith('from-')) expect(ran.output).toBe(theirs.output);
    else expect(lastLine(ran.output)).toBe(lastLine(theirs.output));
  });

  if (page !== undefined) {
    test('is bundled for a page', async () => {
      const { result } = await runBundle(folder, page, 'game.click(4, 0)', { alias });
      expect(result.at(-1)).toEqual({ x: 4, y: 0 });
    });
  }

  test('is no longer than a page, and declares its imports', () => {
    const { dependencies } = readJson(join(folder, 'package.json'));
    const imported = new Set();
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(text.split('\n').length).toBeLessThanOrEqual(121);
      if (file !== peer) for (const [specifier] of text.matchAll(/@pf\/[a-z]+/g)) imported.add(specifier);
    }
    expect(Object.keys(dependencies).sort()).toEqual([...imported].sort());
  });
});

test('lines of code are counted without comments', () => {
  expect(linesOfCode('/** @type {number} */\n// a\n\nconst a = 1; // b\n/* c\n   d */\nf(`x\ny`);\n')).toBe(3);
});

test('the page about the examples has their lines', () => {
  const page = readFileSync(join(repository, 'examples/README.md'), 'utf8');
  expect(withLines(page, repository)).toBe(page);
  expect(withLines('<!-- lines -->\n<!-- /lines -->', repository)).toContain('[tower-defence](tower-defence)');
});
