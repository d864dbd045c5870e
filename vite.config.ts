import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { areaCatalogs } from './web/build/area-catalogs.ts';
import { chunkNames } from './web/build/client-graph.ts';
import { directImports, leanFonts } from './web/build/direct-imports.ts';
import { drawings } from './web/build/drawing-files.ts';
import { pageDocuments } from './web/build/page-documents.ts';
import { serviceWorker } from './web/service-worker/service-worker-plugin.ts';

const API = process.env.API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  // The order matters: Lingui's macros must be gone before the React plugin sees the file.
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    directImports(),
    areaCatalogs(),
    leanFonts(),
    drawings(),
    pageDocuments(),
    serviceWorker(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // No font may be in a style: browsers are told to take fonts from the product's own address alone.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    // What renders pages ahead travels nowhere.
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: chunkNames(), debugName: 'areas' }],
            },
          },
        },
  },
  // The API's certificate is for the name that others call it by.
  server: {
    proxy: Object.fromEntries(['/api', '/storage'].map((at) => [at, { target: API, secure: false }])),
  },
}));
