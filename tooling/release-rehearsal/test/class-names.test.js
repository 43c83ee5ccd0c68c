import { restoreClassNames } from '@pf/tsup-config/class-names';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

// They refer to themselves and to each other; one has a property of that form.
const source = `
  export class Shape { static of() { return new Shape(); } copy() { return new Shape(); } }
  export class Round extends Shape { static of() { return new Round(); } constructor() { super(); this._Shape = new Shape(); } same(other) { return other instanceof Round && other._Shape !== undefined; } }
  export class Flat extends Shape {}
`;

test('classes of a build have the names of the source, and work as before', async () => {
  const built = await build({ stdin: { contents: source }, bundle: true, format: 'esm', target: 'es2022', write: false });
  const before = built.outputFiles[0].text;
  expect(before).toContain('class _Shape');
  const { Shape, Round, Flat } = await import(`data:text/javascript,${encodeURIComponent(restoreClassNames(before))}`);
  expect([Shape.name, Round.name, Flat.name]).toEqual(['Shape', 'Round', 'Flat']);
  const round = Round.of();
  expect([round.constructor.name, round.same(new Round()), round.copy() instanceof Shape, Flat.of() instanceof Shape]).toEqual(['Round', true, true, true]);
});
