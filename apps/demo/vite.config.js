import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  // Relative, so that the site works under any path of a pages server.
  base: './',
  resolve: { conditions: ['@pf/source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: { target: 'es2022', chunkSizeWarningLimit: 400 },
});
