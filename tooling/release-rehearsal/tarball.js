import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { problemKindInfo } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** The findings of publint and are-the-types-wrong on a packed package, a sentence each. */
export async function tarballFaults(tarball) {
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  const said = messages.filter(({ type }) => type !== 'suggestion').map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
  // The script of a web worker is loaded by its address and never required.
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)), { excludeEntrypoints: [/^\.\/web-worker$/] });
  if (!result.types) return [...said, 'are-the-types-wrong: it has no types.'];
  const problems = result.problems
    // The oldest resolution does not read the exports map, so it finds only the first entry.
    .filter(({ entrypoint = '.', resolutionKind }) => entrypoint === '.' || resolutionKind !== 'node10')
    .map(({ kind, entrypoint, resolutionKind, typesFileName }) => `are-the-types-wrong: ${problemKindInfo[kind].title} (${[entrypoint, resolutionKind, typesFileName].filter(Boolean).join(', ')}).`);
  return [...said, ...new Set(problems)];
}
