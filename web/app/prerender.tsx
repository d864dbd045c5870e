import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { prerender as render } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import type { Role } from '../../core/contract/roles.ts';
import type { Locale } from '../../core/text/locale.ts';
import type { Prerendered } from '../build/page-documents.ts';
import { partsOfSpeech } from '../flashcard/card-look.ts';
import { renderAheadFor } from '../lib/kept/stored-session.ts';
import { paths } from '../lib/pages/paths.ts';
import { loadLanguage } from '../lib/text/language.ts';
import { renderFirstView, STAND_IN, VISITOR } from '../lib/text/stand-in.ts';
import { App } from './app.tsx';
import type { FILLS } from './first-view.ts';

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

/** For whom a page is rendered ahead that is not for everybody. */
interface Shell {
  role: Role | typeof VISITOR;
  /** Also for addresses with a query, which does not change what is seen first. */
  anyQuery?: boolean;
  /**
   * What becomes of it when the scripts have come. It is `replaced` by the page with what was read ahead, where nobody came
   * for what it shows; or `filled` with that, as soon as it was taken over; or taken over, and the page reads.
   */
  fate?: 'replaced' | 'filled';
  /** Which of `first-view.ts` shows it before that, with what the document has asked for. */
  fill?: keyof typeof FILLS;
}

const shells: Record<string, Shell> = {
  [paths.login()]: { role: VISITOR },
  [paths.register()]: { role: VISITOR },
  [paths.student()]: { role: 'student', fate: 'filled' },
  [paths.studentClasses()]: { role: 'student' },
  [paths.studentDecks()]: { role: 'student' },
  [paths.learn(':deckId')]: { role: 'student', fate: 'replaced', fill: 'session' },
  [paths.exam(':examId')]: { role: 'student', fate: 'replaced', fill: 'exam' },
  [paths.teacher()]: { role: 'teacher', fate: 'replaced' },
  [paths.teacherDecks()]: { role: 'teacher' },
  [paths.teacherClasses()]: { role: 'teacher', anyQuery: true, fate: 'replaced' },
  [paths.teacherExams()]: { role: 'teacher', anyQuery: true },
  [paths.admin()]: { role: 'admin', fate: 'replaced' },
};

async function bodyOf(path: string): Promise<string> {
  const router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={path}>{children}</StaticRouter>
  );
  const failures: unknown[] = [];
  const { prelude } = await render(<App router={router} />, {
    // Larger parts would else come at the document's end, put into their places by inline scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => void failures.push(error),
  });
  if (failures.length > 0) throw new Error(`${path} cannot be rendered ahead`, { cause: failures[0] });
  return new Response(prelude).text();
}

/** Renders what is seen first of a page; the build does this. Null for pages of which nothing is. */
export async function prerender(path: string, locale: Locale): Promise<Prerendered | null> {
  const [head, shell] = [heads[path], shells[path]];
  if (!head && !shell) return null;
  await loadLanguage(locale);
  if (shell) {
    const { role, anyQuery = false, fate, fill } = shell;
    renderAheadFor(
      role === VISITOR
        ? {}
        : { role, hasRole: true, token: 'ahead', adminToken: 'ahead', userId: 1, name: STAND_IN },
    );
    const body = await bodyOf(path);
    renderFirstView(fill !== undefined);
    const view = fill && {
      fill,
      // The styles of the theme are there with what is shown before.
      body: (await bodyOf(path)).replaceAll(
        /<style data-mantine-styles="(?:true|classes)">.*?<\/style>/gs,
        '',
      ),
      words: fill === 'session' ? partsOfSpeech(i18n) : {},
    };
    renderFirstView(false);
    return { body, view, shell: { role, anyQuery, fate } };
  }
  renderAheadFor({});
  return {
    body: await bodyOf(path),
    head: { title: `${i18n._(head!.title)} · Nhớ`, description: i18n._(head!.description) },
  };
}
