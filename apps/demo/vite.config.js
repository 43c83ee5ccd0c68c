import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publicPackages } from '@pf/workspace';
import { serviceWorker } from '@pf/workspace/service-worker';
import { defaultClientConditions, defineConfig } from 'vite';
import { articlePages } from './article-pages.js';

// A machine without a screen has no browser to open.
const hasScreen = process.env.CI === undefined && (process.platform !== 'linux' || (process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY) !== undefined);

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const pages = ['index.html', 'home.html', 'benchmarks.html', 'which-one.html', ...readdirSync(file('articles')).map((name) => `articles/${name}`)];

/** Shorter hashes than by default, and no names of scripts that several pages share: the pages and scripts write the names of files 400 times. */
const output = {
  entryFileNames: 'assets/[name]-[hash:6].js', chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]-' : ''}[hash:6].js`, assetFileNames: 'assets/[name]-[hash:6][extname]',
};

const versions = Object.fromEntries(publicPackages().map(({ name, manifest }) => [name, manifest.version]));

export default defineConfig(({ mode }) => ({
  // Relative, so that the site works under any path of a pages server.
  base: './',
  // The command docs:site builds the whole site.
  plugins: [articlePages({ site: mode === 'site' }), serviceWorker],
  define: { PF_VERSIONS: JSON.stringify(versions), PF_PUBLISHED: 'false' },
  resolve: { conditions: ['@pf/source', ...defaultClientConditions] },
  server: { open: hasScreen },
  worker: { format: 'es', rollupOptions: { output } },
  // Browsers that cannot preload modules load them when they are imported.
  build: { target: 'es2022', modulePreload: { polyfill: false }, chunkSizeWarningLimit: 800, rollupOptions: { input: pages.map(file), output } },
}));
