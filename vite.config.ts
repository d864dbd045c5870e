import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorker } from './web/service-worker/service-worker-plugin.ts';

const API = process.env.API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'web',
  // The order matters: Lingui's macros must be gone before the React plugin sees the file.
  plugins: [babel({ presets: [linguiTransformerBabelPreset()] }), react(), lingui(), serviceWorker()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // What very many files share comes as one: the small ones compress worse, and each is a request of its own.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 24 }] } } },
  },
  // The API's certificate is for the name that others call it by.
  server: {
    proxy: Object.fromEntries(['/api', '/storage'].map((at) => [at, { target: API, secure: false }])),
  },
});
