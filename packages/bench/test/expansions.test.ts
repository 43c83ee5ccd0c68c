import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { experiments, silent } from '../src/index.ts';
import type { Result } from '../src/index.ts';

const FILE = new URL('./expansions.json', import.meta.url);
const committed = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Record<string, number>>;
const update = process.env['PF_UPDATE'] === '1';

/** Every count and cost of a result, by table, row and column. */
function counts(result: Result): Record<string, number> {
  const found: Record<string, number> = {};
  for (const row of result.rows) {
    const columns = result.tables.find((table) => table.name === row.table)!.columns;
    const name = columns.filter(({ kind }) => kind === 'key').map(({ key }) => String(row[key] as string)).join(' / ');
    for (const { key, kind } of columns) {
      const cell = row[key];
      if (kind !== 'count' && kind !== 'cost') continue;
      const value = typeof cell === 'object' && cell !== null ? cell.value : cell;
      const full = `${row.table} / ${name} / ${key}`;
      if (full in found) throw new Error(`Two rows have the key ${full}.`);
      if (typeof value === 'number') found[full] = Number(value.toPrecision(12));
    }
  }
  return found;
}

describe('the deterministic part of every experiment, seed 1, tiny form', () => {
  for (const experiment of experiments) {
    it(`${experiment.name} counts what it has counted before`, async () => {
      const result = await experiment.run({ seed: 1, effort: 'tiny' }, silent);
      expect(result.failure).toBeUndefined();
      // Wrong answers are faults in a run of any length.
      expect(result.claims.filter(({ name, pass, condition }) => pass === false || (/^(Wrong|Episodes|Edges|Queries lost)/.test(name) && condition !== undefined))).toEqual([]);
      const found = counts(result);
      // Queues are timed, not counted.
      if (experiment.name !== 'queues') expect(found).not.toEqual({});
      if (update) {
        committed[experiment.name] = found;
        writeFileSync(FILE, `${JSON.stringify(committed, undefined, 1)}\n`);
      }
      // A difference is a change of an algorithm: look at it, then PF_UPDATE=1 npx vitest run test/expansions.test.ts.
      expect(found).toEqual(committed[experiment.name]);
    });
  }
});
