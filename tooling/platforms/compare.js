import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@pf/workspace';

/** Lines whose numbers come from sines, logarithms or powers, whose last digits the language leaves to the engine. */
const approximate = ['graph: roads on the sphere', 'sampling: Informed RRT*', 'sampling: BIT*', 'sampling: a car', 'robots: curves'];

/**
 * Compares every line with that of the first platform. Returns a table, with platforms of the same outcome in one row, and the faults: an error, a line that
 * is missing, or one that differs though the language fixes its arithmetic to the last digit.
 */
export function compare(outcomes) {
  const [reference] = outcomes;
  const faults = [];
  const expected = linesOf(reference.lines);
  const rows = new Map();
  for (const { name, lines } of outcomes) {
    const found = linesOf(lines);
    for (const [line, value] of found) if (line.endsWith('error')) faults.push(`${name}: ${line}: ${value}`);
    const unlike = [...new Set([...expected.keys(), ...found.keys()])].filter((line) => found.get(line) !== expected.get(line));
    for (const line of unlike) {
      if (approximate.includes(line) && found.has(line)) continue;
      faults.push(`${name}: ${line} is ${found.get(line) ?? 'missing'}; in ${reference.name} it is ${expected.get(line) ?? 'missing'}.`);
    }
    const packages = Object.values(lines).filter((each) => typeof each === 'object' && each.error === undefined).length;
    const outcome = `${packages} | ${found.size - unlike.length} | ${unlike.join(', ') || 'none'} |`;
    rows.set(outcome, [...(rows.get(outcome) ?? []), name]);
  }
  const head = [`| platforms, on ${new Date().toISOString().slice(0, 10)} | packages | results as in ${reference.name} | others |`, '| --- | ---: | ---: | --- |'];
  return { table: [...head, ...[...rows].map(([outcome, names]) => `| ${names.join('; ')} | ${outcome}`)].join('\n'), faults };
}

/** Puts the table into docs/trust.md. */
export function writeTable(table) {
  const file = join(repository, 'docs/trust.md');
  const text = readFileSync(file, 'utf8');
  const marks = /<!-- platforms -->[^]*<!-- \/platforms -->/;
  if (!marks.test(text)) throw new Error('docs/trust.md has no <!-- platforms --> to write between.');
  writeFileSync(file, text.replace(marks, () => `<!-- platforms -->\n${table}\n<!-- /platforms -->`));
}

/** `package: line` to its value. */
function linesOf(lines) {
  return new Map(Object.entries(lines).flatMap(([name, own]) => (typeof own === 'string' ? [[name, own]] : Object.entries(own).map(([line, value]) => [`${name}: ${line}`, value]))));
}
