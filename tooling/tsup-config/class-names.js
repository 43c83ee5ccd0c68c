/**
 * Restores the names of classes that refer to themselves: the bundler writes `Grid = class _Grid`, so that consoles and messages of errors would print `_Grid`.
 *
 * Within the class, its name means the class itself, as in the source.
 */
export function restoreClassNames(code) {
  const names = Array.from(code.matchAll(/\b(\w+) = class _\1\b/g), ([, name]) => name);
  return names.reduce((text, name) => text.replaceAll(new RegExp(`(?<![.$])\\b_${name}\\b`, 'g'), name), code);
}

/** The same as a plugin of tsup. */
export const classNames = { name: 'class-names', renderChunk: (code, info) => ({ code: restoreClassNames(code), map: info.map }) };
