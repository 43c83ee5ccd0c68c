import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { badInputTable, tryBadInputs } from '../src/misuse/bad-input.ts';

const page = fileURLToPath(new URL('../../../docs/trust.md', import.meta.url));
const REGION = /<!-- bad input -->\n[^]*?<!-- \/bad input -->/;

describe('bad input of every kind', () => {
  test.each(tryBadInputs())('$kind: $tried calls', ({ tried, silent, raw }) => {
    expect(tried).toBeGreaterThan(0);
    expect({ silent, raw }).toEqual({ silent: [], raw: [] });
  });

  test('docs/trust.md has the table; PF_UPDATE=1 writes it', () => {
    const text = readFileSync(page, 'utf8');
    const right = text.replace(REGION, `<!-- bad input -->\n${badInputTable()}\n<!-- /bad input -->`);
    if (process.env.PF_UPDATE === '1') writeFileSync(page, right);
    else expect(text).toBe(right);
  });
});
