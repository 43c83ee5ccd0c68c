import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@pf/workspace';
import { describe, expect, it } from 'vitest';

const folder = join(repository, '.github/workflows');

/** The actions of a workflow that are not pinned to a commit, with the version in a comment. A tag can be moved to other code. */
function unpinned(text) {
  const uses = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line)).map((line) => line.trim());
  return uses.filter((line) => !/uses: (\.\/\S+|[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*)$/.test(line));
}

describe('workflows', () => {
  it.each(readdirSync(folder))('%s uses actions by their commit only', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toMatch(/uses:/);
    expect(unpinned(text)).toEqual([]);
  });

  it.each(['actions/checkout@v6', 'actions/checkout@main', 'actions/checkout', `actions/checkout@${'a'.repeat(39)} # v6`, `actions/checkout@${'a'.repeat(40)}`, 'docker://alpine:3'])(
    'finds an action that is given as %s',
    (action) => expect(unpinned(`steps:\n  - uses: ${action}\n`)).toEqual([`- uses: ${action}`]),
  );
});
