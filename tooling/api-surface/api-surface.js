import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { entryPoints, files, publicPackages, temporaryFolder } from '@pf/workspace';

/**
 * Compares the public surface of each package at `root`, read from its built types, with the snapshots in packages/NAME/etc.
 * Returns `{ faults, written, old }`: a sentence for each difference, with `update` the snapshots that were written instead, and a sentence for each build that is
 * older than its sources. A snapshot is never written from such a build. It may still be right: turbo keeps a build whose sources have only new times.
 */
export async function checkSurfaces(root, { update = false } = {}) {
  const faults = [];
  const written = [];
  const old = [];
  const entries = [];
  for (const member of publicPackages(root)) {
    for (const { subpath, types } of entryPoints(member)) {
      if (types === undefined) continue;
      const file = `${member.folder}/etc/${[member.short, ...subpath.split('/').slice(1)].join('.')}.api.md`;
      if (!existsSync(join(root, member.folder, types))) {
        faults.push(`${member.folder}/${types} does not exist: build first (pnpm build).`);
        continue;
      }
      const newer = sourceNewerThan(root, member.folder, types);
      if (newer !== undefined && !update) old.push(`${member.folder}/${types} is older than ${newer}: if it has changed, build first (pnpm build).`);
      if (newer !== undefined && update) {
        faults.push(`${member.folder}/${types} is older than ${newer}, so ${file} was not written: build first (pnpm build, with --force if it restores an old build).`);
        continue;
      }
      entries.push({ file, folder: join(root, member.folder), types });
    }
  }
  const surfaces = await surfacesOf(entries);
  for (const [i, { file }] of entries.entries()) {
    const now = surfaces[i];
    const before = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
    if (now === before) continue;
    if (update) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), now);
      written.push(file);
    } else {
      faults.push(`${file} ${before === undefined ? 'does not exist' : `differs from what the package exports:\n${difference(join(root, file), now)}`}`);
    }
  }
  return { faults, written, old };
}

/** A source file of a package that has changed since `types` was built. */
function sourceNewerThan(root, folder, types) {
  const built = statSync(join(root, folder, types)).mtimeMs;
  return files(root, `${folder}/src`).find((file) => statSync(join(root, file)).mtimeMs > built);
}

/** The reports of API Extractor on what `entries` export: `[{ folder, types }]`. They share one program, since most of its time goes to the types of the language and of pages. */
async function surfacesOf(entries) {
  if (entries.length === 0) return [];
  const temporary = temporaryFolder('pf-api-');
  const files = entries.map(({ folder, types }) => join(folder, types));
  try {
    const configs = entries.map(({ folder }, i) => configOf(folder, files[i], files, temporary));
    const compilerState = CompilerState.create(configs[0], { additionalEntryPoints: files.slice(1) });
    const surfaces = [];
    for (const [i, config] of configs.entries()) {
      surfaces.push(surfaceOf(config, compilerState, files[i]));
      // Lets a signal end the process, which removes the folder.
      await setImmediate();
    }
    return surfaces;
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function configOf(folder, file, files, temporary) {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: file,
      apiReport: { enabled: true, reportFileName: 'surface.api.md', reportFolder: temporary, reportTempFolder: join(temporary, 'new') },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      compiler: {
        overrideTsconfig: {
          compilerOptions: { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2023', 'dom'], types: [], skipLibCheck: true, strict: true },
          include: files,
        },
      },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: { default: { logLevel: 'none' }, 'ae-forgotten-export': { logLevel: 'warning', addToApiReportFile: true } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    packageJsonFullPath: join(folder, 'package.json'),
  });
}

function surfaceOf(config, compilerState, file) {
  const errors = [];
  const messageCallback = (message) => {
    if (message.logLevel === 'error') errors.push(message.sourceFilePath === undefined ? message.text : `${message.sourceFilePath}: ${message.text}`);
    message.handled = true;
  };
  try {
    Extractor.invoke(config, { compilerState, localBuild: true, messageCallback });
    if (errors.length > 0) throw new Error(errors.join('; '));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error.message}`, { cause: error });
  }
  return withoutRemarks(readFileSync(config.reportFilePath, 'utf8'));
}

/** Removes remarks on missing comments: tooling/examples checks those, and a new comment does not change the surface. */
function withoutRemarks(report) {
  return report
    .replaceAll('// @public (undocumented)', '// @public')
    .replaceAll(/[ \t]*\/\/ \(undocumented\)\n?/g, '')
    .replace('// (No @packageDocumentation comment for this package)\n\n', '');
}

/** How a file differs from a text, in the format of git. */
function difference(file, text) {
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--no-color', '--unified=1', file, '-'], { input: text, encoding: 'utf8' });
  return stdout.split('\n').slice(4).join('\n');
}
