/** The processes of the tests: a redis-server in its own folder, and pf-cluster. */
import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as esbuild from 'esbuild';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis) console.warn('There is no redis-server on the PATH: the tests of @pf/cluster that need one are skipped. On Debian: apt-get install redis-server.');

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A redis-server on the loopback interface that writes each change to an append-only file before it answers. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly words: readonly string[],
  ) {}

  /** `words` are further options; a port among them must be repeated. */
  static async start(words: readonly string[] = [], port?: number): Promise<RedisServer> {
    const server = new RedisServer(await mkdtemp(join(tmpdir(), 'pf-redis-')), port ?? (await freePort()), words);
    await server.run();
    return server;
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  private async run(): Promise<void> {
    const own = this.words.includes('--port') ? [] : ['--port', String(this.port)];
    const words = [...own, '--bind', '127.0.0.1', '--dir', this.folder, '--save', '', '--appendonly', 'yes', '--appendfsync', 'always', ...this.words];
    this.child = spawn('redis-server', words, { stdio: 'ignore' });
    await until('redis-server answers', () => isOpen(this.port));
  }

  /** Like a crash: no cleanup before the end. */
  async restart(downFor: number): Promise<void> {
    await this.kill();
    await new Promise((resolve) => setTimeout(resolve, downFor));
    await this.run();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async kill(): Promise<void> {
    if (this.child === undefined) return;
    const over = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    this.child = undefined;
    await over;
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}

/** Waits for a condition; throws with its description on a timeout. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const end = Date.now() + 1000 * seconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const load = createRequire(import.meta.url);
const preprocess = dirname(load.resolve('@pf/preprocess/package.json'));
// Not from the folder of this file: the benchmark is bundled into another folder.
const cluster = join(preprocess, '../cluster');
// Inside the package, so that the version of @pf/preprocess is found from there.
const cache = join(cluster, 'node_modules/.cache');

/** The command and the script of its threads, bundled from the sources into a folder: a process starts in half the time. */
export async function bundle(): Promise<{ readonly cli: string; readonly thread: string; remove(): Promise<void> }> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'test-'));
  // Not to be bundled with the benchmark.
  const { build } = load('esbuild') as typeof esbuild;
  await build({
    // The script of the threads is no entry point of @pf/preprocess: nodeWorker looks for it beside itself.
    entryPoints: { cli: join(cluster, 'src/cli.ts'), worker: join(preprocess, 'src/node/worker.ts') },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    conditions: ['@pf/source'],
    // Some dependencies are CommonJS and call require.
    banner: { js: "import { createRequire as createRequireOfNode } from 'node:module'; const require = createRequireOfNode(import.meta.url);" },
  });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return { cli: join(folder, 'cli.js'), thread: join(folder, 'worker.js'), remove: () => rm(folder, { recursive: true }) };
}

/** A process of pf-cluster and its output. */
export class Process {
  output = '';
  readonly over: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(cli: string, words: readonly string[], env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, [cli, ...words], { env: { ...process.env, NO_COLOR: '1', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.stdout!.on('data', (data) => (this.output += String(data)));
    this.child.stderr!.on('data', (data) => (this.output += String(data)));
    this.over = once(this.child, 'close').then(([code]) => code as number | null);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  count(pattern: RegExp): number {
    return this.output.split('\n').filter((line) => pattern.test(line)).length;
  }
}
