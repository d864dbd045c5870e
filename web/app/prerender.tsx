import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { prerender as render } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import type { Locale } from '../../core/locale.ts';
import type { Prerendered } from '../build/page-documents.ts';
import { loadLanguage } from '../lib/language.ts';
import { paths } from '../lib/pages/paths.ts';
import { App } from './app.tsx';

const heads = {
  [paths.home()]: {
    title: msg`Learn a little each day. Remember it for good.`,
    description: msg`Flashcards that come back just before you forget them: a few quiet minutes a day, with classes and exams.`,
  },
  [paths.about()]: {
    title: msg`About`,
    description: msg`What stands behind the cards, for those who learn and those who teach.`,
  },
};

/** Renders a page that visitors see; the build does this, and the browser takes it over as it is. */
export async function prerender(path: string, locale: Locale): Promise<Prerendered> {
  const head = heads[path];
  if (!head) throw new Error(`${path} has no title and description`);
  await loadLanguage(locale);
  const router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={path}>{children}</StaticRouter>
  );
  // Larger parts would else come at the document's end, put into their places by inline scripts.
  const { prelude } = await render(<App router={router} />, {
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  return {
    body: await new Response(prelude).text(),
    title: `${i18n._(head.title)} · Nhớ`,
    description: i18n._(head.description),
  };
}
