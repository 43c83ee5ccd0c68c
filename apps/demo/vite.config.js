import { defaultClientConditions, defineConfig } from 'vite';

// A machine without a screen has no browser to open.
const hasScreen = process.env.CI === undefined && (process.platform !== 'linux' || (process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY) !== undefined);

export default defineConfig({
  // Relative, so that the site works under any path of a pages server.
  base: './',
  resolve: { conditions: ['@pf/source', ...defaultClientConditions] },
  server: { open: hasScreen },
  worker: { format: 'es' },
  build: { target: 'es2022', chunkSizeWarningLimit: 800 },
});
