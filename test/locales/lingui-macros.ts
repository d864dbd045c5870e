import { registerHooks } from 'node:module';
import { transformSync } from '@babel/core';

const MACRO = '@lingui/core/macro';

/**
 * Lets tests import files of the client that declare texts: what Vite does to Lingui's macros, Node does here. Import
 * this file first and such files by `await import()`: the imports of one file are read before any of them runs.
 */
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('.ts') || !url.includes('/web/') || url.includes('/test/')) return loaded;
    const source = String(loaded.source);
    if (!source.includes(MACRO)) return loaded;
    const result = transformSync(source, {
      filename: new URL(url).pathname,
      configFile: false,
      babelrc: false,
      parserOpts: { plugins: ['typescript'] },
      plugins: ['@lingui/babel-plugin-lingui-macro'],
    });
    return { ...loaded, source: result?.code ?? source };
  },
});
