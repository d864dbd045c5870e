import { defineConfig } from '@lingui/cli';

/** English is the source text; Vietnamese is the locale the client starts in (a missing key falls back to English). */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['vi', 'en'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: 'web/locales/{locale}', include: ['web'] }],
});
