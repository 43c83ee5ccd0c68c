import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-7/package.json')));

/**
 * Checks the sources of the package in `folder` and emits their declarations with the native compiler, for tsup to bundle: a third of the time that
 * tsup takes from the sources. Returns the declarations of each entry by its name. Throws what the compiler finds wrong.
 */
export function emitDeclarations(folder, entry) {
  const out = join(folder, 'artifacts/declarations');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const project = join(out, 'tsconfig.json');
  const sources = join(folder, 'src');
  // Without the condition of the sources: dependencies are read as they are published.
  const compilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true, customConditions: [], rootDir: sources, outDir: out };
  writeFileSync(project, JSON.stringify({ extends: join(folder, 'tsconfig.json'), compilerOptions, include: [sources] }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', project], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The declarations of ${folder} cannot be made:\n${stdout}${stderr}`);
  return Object.fromEntries(Object.entries(entry).map(([name, source]) => [name, join(out, source.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'))]));
}
