import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '@pf/vitest-config';
import { repository } from '@pf/workspace';
import { playwright } from '@vitest/browser-playwright';

const { resolve } = project('browser');
const names = process.env.PF_PACKAGES.split(' ');

/** Tests that read files, measure memory or start threads run only in Node; all others also run in a page. */
const forPages = (file) =>
  !/from 'node:|process\.(memoryUsage|cpuUsage|hrtime|execPath|stdout)|Buffer\.|toMatchSnapshot|benchmark-maps|readMapFile|listProblemSets|bytesHeld/.test(
    readFileSync(join(repository, file), 'utf8'),
  );

const files = names.flatMap((name) => {
  const folder = `packages/${name}/test`;
  return readdirSync(join(repository, folder), { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)
    .filter(forPages);
});

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

export default {
  resolve: { ...resolve, conditions: ['@pf/source', 'browser', 'module', 'import', 'default'] },
  root: repository,
  define: { 'process.env': JSON.stringify({ PF_RUNS: process.env.PF_RUNS }) },
  // The test kit reads maps from files, which no test here uses.
  plugins: [
    {
      name: 'no files in a page',
      enforce: 'pre',
      resolveId: (id) => (id.startsWith('node:') ? `\0${id}` : undefined),
      load: (id) =>
        id.startsWith('\0node:')
          ? ['existsSync', 'readFileSync', 'readdirSync', 'statSync', 'join', 'dirname', 'resolve', 'relative', 'fileURLToPath']
              .map((name) => `export const ${name} = undefined;`)
              .join('\n')
          : undefined,
    },
  ],
  test: {
    name: 'chromium',
    include: files,
    testTimeout: 300_000,
    // Arrays in a failing test would otherwise be copied for the report.
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'] } }),
      instances: [{ browser: 'chromium' }],
    },
  },
};
