import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { serveSite } from './site.ts';

/** Shared by the tests of the page: one site, built once, and one browser. */
export interface SharedSite {
  readonly address: string;
  /** Bytes of all files, each gzipped. */
  readonly gzipped: number;
  /** Where a test file connects to the browser. */
  readonly browser: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Undefined if no browser is installed. */
    readonly site: SharedSite | undefined;
  }
}

const flags = ['no-sandbox', 'disable-gpu', 'disable-quic', 'no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync'];

/** Vitest's global setup: builds and serves the site, and starts the browser. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const executablePath = process.env['PF_CHROMIUM'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    console.warn(`No browser at ${executablePath}: the tests of the page are skipped. Install Debian's chromium, or name another in PF_CHROMIUM.`);
    project.provide('site', undefined);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'pf-demo-'));
  const [site, browser] = await Promise.all([serveSite(folder), chromium.launchServer({ executablePath, args: flags.map((flag) => `--${flag}`) })]);
  project.provide('site', { address: site.address, gzipped: site.gzipped, browser: browser.wsEndpoint() });
  return async () => {
    await browser.close();
    site.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
