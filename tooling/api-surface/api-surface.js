import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { entryPoints, publicPackages } from '@pf/workspace';

/**
 * Holds the public surface of each package at `root`, as its built types tell it, against the snapshots in packages/NAME/etc.
 * Returns a fault for each that differs; `update` writes them instead and returns the files that changed.
 */
export function checkSurfaces(root, { update = false } = {}) {
  const told = [];
  for (const member of publicPackages(root)) {
    for (const { subpath, types } of entryPoints(member)) {
      if (types === undefined) continue;
      const file = `${member.folder}/etc/${[member.short, ...subpath.split('/').slice(1)].join('.')}.api.md`;
      if (!existsSync(join(root, member.folder, types))) {
        told.push(`${member.folder}/${types} is not there: build first (pnpm build).`);
        continue;
      }
      const now = surfaceOf(join(root, member.folder), types);
      const before = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
      if (now === before) continue;
      if (update) {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), now);
        told.push(file);
      } else {
        told.push(`${file} ${before === undefined ? 'is not there' : `is not what the package exports:\n${difference(before, now)}`}`);
      }
    }
  }
  return told;
}

/** What a package exports, as API Extractor writes it. */
function surfaceOf(folder, types) {
  const temporary = mkdtempSync(join(tmpdir(), 'pf-api-'));
  try {
    const config = ExtractorConfig.prepare({
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: join(folder, types),
        apiReport: { enabled: true, reportFileName: 'surface.api.md', reportFolder: temporary, reportTempFolder: join(temporary, 'new') },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        compiler: {
          overrideTsconfig: {
            compilerOptions: { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2023', 'dom'], types: [], skipLibCheck: true, strict: true },
            include: [join(folder, types)],
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
    const errors = [];
    const messageCallback = (message) => {
      if (message.logLevel === 'error') errors.push(message.text);
      message.handled = true;
    };
    Extractor.invoke(config, { localBuild: true, messageCallback });
    if (errors.length > 0) throw new Error(errors.join('; '));
    return withoutRemarks(readFileSync(join(temporary, 'surface.api.md'), 'utf8'));
  } catch (error) {
    throw new Error(`${folder}/${types} cannot be read: ${error.message}`, { cause: error });
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Whether something is documented is asked by tooling/examples; a new comment is not a change of the surface. */
function withoutRemarks(report) {
  return report
    .replaceAll('// @public (undocumented)', '// @public')
    .replaceAll(/[ \t]*\/\/ \(undocumented\)\n?/g, '')
    .replace('// (No @packageDocumentation comment for this package)\n\n', '');
}

/** The lines that differ, as git shows them. */
function difference(before, now) {
  const folder = mkdtempSync(join(tmpdir(), 'pf-api-'));
  try {
    writeFileSync(join(folder, 'before'), before);
    writeFileSync(join(folder, 'now'), now);
    execFileSync('git', ['diff', '--no-index', '--no-color', '--unified=1', 'before', 'now'], { cwd: folder, encoding: 'utf8' });
    return '';
  } catch (error) {
    return error.stdout.split('\n').slice(4).join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
