import { expect, test } from 'vitest';
import { checkOption, checkOptions } from '../src/kit.ts';

const names = ['movement', 'corners', 'metric'];

test('options with valid names, undefined values, or none at all pass', () => {
  for (const given of [undefined, {}, { movement: 'four' }, { metric: 1, corners: 2, movement: 3 }, { movment: undefined }]) {
    expect(() => checkOptions(given, names, 'new Grid')).not.toThrow();
  }
});

test.each([
  ['movment', 'movement'],
  ['Movement', 'movement'],
  ['moves', undefined],
  ['corner', 'corners'],
  ['metrc', 'metric'],
  ['weight', undefined],
  ['', undefined],
  ['toString', undefined],
])("the name '%s' suggests %s", (name, likely) => {
  const hint = likely === undefined ? `'${name}'. It takes` : `'${name}': did you mean '${likely}'? It takes`;
  expect(() => checkOptions({ [name]: 1 }, names, 'new Grid')).toThrow(`new Grid has no option ${hint} movement, corners, metric.`);
});

test('suggests the most similar of several names', () => {
  expect(() => checkOptions({ heuristc: 1 }, ['heuristics', 'heuristic', 'queue'], 'A*')).toThrow("did you mean 'heuristic'?");
  expect(() => checkOptions({ nearst: 1 }, ['nearest', 'near'], 'findPath')).toThrow("did you mean 'nearest'?");
});

test('suggests no name of which three letters differ', () => {
  expect(() => checkOptions({ direction: 1 }, ['heuristic', 'queue'], 'A*')).toThrow("A* has no option 'direction'. It takes heuristic, queue.");
});

test.each(['diagonal', 'allowDiagonal', 'diagonals', 'neighbors', 'neighbours'])('for %s suggests the movement of a grid', (name) => {
  for (const own of [names, ['from', 'to']]) expect(() => checkOptions({ [name]: true }, own, 'This')).toThrow(`This has no option '${name}': did you mean 'movement' of a grid, 'eight' or 'four'? It takes ${own.join(', ')}.`);
});

test('suggests nothing for a name of one letter', () => {
  expect(() => checkOptions({ q: 1 }, ['h'], 'A*')).toThrow("A* has no option 'q'. It takes h.");
});

test.each([
  [null, 'null'],
  ['four', "'four'"],
  [8, '8'],
  [['four'], 'an array'],
  [() => 0, 'a function'],
])('rejects %j in place of options', (given, printed) => {
  expect(() => checkOptions(given, names, 'new Grid')).toThrow(
    `new Grid takes its options as an object, such as { movement: … }, got ${printed}. It takes movement, corners, metric.`,
  );
});

test('prints a wrong value, text in quotes', () => {
  expect(() => checkOption('movement', 4 as never, ['four', 'eight'])).toThrow("The movement must be 'four' or 'eight', got 4.");
  expect(() => checkOption('movement', '4', ['four', 'eight'])).toThrow("got '4'.");
});
