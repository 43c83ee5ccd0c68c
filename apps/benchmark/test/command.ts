import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { bundle } from '../bundle.js';

// Once for all runs of a test file.
const script = bundle();

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const folders: string[] = [];

/** A temporary folder that is removed after the last test of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pf-benchmark-'));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Runs the command in its tiny form until it ends; `watch` sees the output meanwhile. */
export async function bench(words: readonly string[], options: { readonly effort?: string; readonly watch?: (said: string, pid: number) => void; readonly cwd?: string } = {}): Promise<Ended> {
  const path = fileURLToPath(await script);
  return new Promise((resolve) => {
    const env: NodeJS.ProcessEnv = { ...process.env, PF_BENCH_EFFORT: options.effort ?? 'tiny' };
    delete env['INIT_CWD'];
    const child = spawn(process.execPath, [path, ...words], { cwd: options.cwd ?? newFolder(), env, detached: true });
    let out = '';
    let err = '';
    child.stdout.on('data', (data: Buffer) => {
      out += data.toString();
    });
    child.stderr.on('data', (data: Buffer) => {
      err += data.toString();
      options.watch?.(err, child.pid!);
    });
    child.on('close', (code) => resolve({ code, out, err }));
  });
}
