import { expect, test } from 'vitest';
import { sentence, sizeFault, withSizes } from '../sizes.js';

const sizes = { installed: 1_234_567, gzipped: 9_876 };
const readme = '# @pf/x\n\nWhat it is.\n\n```sh\nnpm i @pf/x\n```\n\n```ts\nx();\n```\n';

test('writes the sentence', () => {
  expect(sentence(sizes)).toBe('1,235 kB installed, with all that it brings; 9.9 kB gzipped, bundled whole and minified.');
});

test('a README without figures is reported, and gets them below the command that installs', () => {
  expect(sizeFault(readme, sizes)).toContain('does not say how big it is');
  const written = withSizes(readme, sizes);
  expect(written).toContain(`npm i @pf/x\n\`\`\`\n\n<!-- size -->\n${sentence(sizes)}\n<!-- /size -->\n\n\`\`\`ts`);
  expect(sizeFault(written, sizes)).toBeUndefined();
  expect(withSizes(written, sizes)).toBe(written);
});

test.each([
  ['installed', { ...sizes, installed: sizes.installed * 1.06 }],
  ['installed', { ...sizes, installed: sizes.installed * 0.94 }],
  ['gzipped', { ...sizes, gzipped: sizes.gzipped * 1.06 }],
])('a figure that is off by more than 5%% is reported: %s', (_, now) => {
  const fault = sizeFault(withSizes(readme, sizes), now);
  expect(fault).toContain(sentence(now));
  expect(sizeFault(withSizes(withSizes(readme, sizes), now), now)).toBeUndefined();
});

test('accepts a figure that is off by less', () => {
  expect(sizeFault(withSizes(readme, sizes), { installed: sizes.installed * 1.04, gzipped: sizes.gzipped * 0.96 })).toBeUndefined();
});

test('accepts what it wrote, however small the package is', () => {
  const accepted = (bytes) => sizeFault(withSizes(readme, { installed: bytes, gzipped: bytes }), { installed: bytes, gzipped: bytes }) === undefined;
  expect(Array.from({ length: 3000 }, (_, bytes) => bytes).filter((bytes) => !accepted(bytes))).toEqual([]);
  expect(sizeFault(withSizes(readme, { installed: 71, gzipped: 71 }), { installed: 71, gzipped: 160 })).toContain('0.2 kB gzipped');
});
