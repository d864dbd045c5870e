import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { prerender as render } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { addressOf } from '../../core/address.ts';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import type { TeacherHome } from '../../core/classroom/teacher-home.schema.ts';
import type { Role } from '../../core/contract/roles.ts';
import type { AdminHome } from '../../core/site/admin-home.schema.ts';
import type { Locale } from '../../core/text/locale.ts';
import type { Prerendered } from '../build/page-documents.ts';
import { partsOfSpeech } from '../flashcard/card-look.ts';
import { hearAhead } from '../lib/call/early-reads.ts';
import { renderAheadFor } from '../lib/kept/stored-session.ts';
import { paths } from '../lib/pages/paths.ts';
import { loadLanguage } from '../lib/text/language.ts';
import { renderFirstView, SCHOOL_STAND_IN, STAND_IN, TEXT_STAND_IN, VISITOR } from '../lib/text/stand-in.ts';
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
  fill?: FirstView;
  /** Of the address of that view, and the bodies with which it is rendered. */
  search?: string;
  bodies?: () => Map<string, unknown>;
}

const STUDY_DAYS = 14;

/** A class with students of whom some have studied, and nothing else to say of it. */
function classBodies(): Map<string, unknown> {
  const { students, today, cards, decks } = SCHOOL_STAND_IN;
  const { title: name, code } = TEXT_STAND_IN;
  const params = { classId: 1 };
  const query = { include: 'decks' };
  const classroom: Classroom = {
    id: 1,
    name,
    is_teacher: true,
    is_owner: true,
    teacher_name: STAND_IN,
    code,
    student_count: students,
    pending_count: 0,
    created_at: '2026-01-01T00:00:00Z',
    joined_at: null,
    archived_at: null,
    decks: [],
    deck: null,
  };
  const days = Array.from({ length: STUDY_DAYS }, (_, index) => ({
    day: '2026-01-01',
    students: index === STUDY_DAYS - 1 ? today : 0,
    cards_studied: index === STUDY_DAYS - 1 ? cards : 0,
  }));
  const home: TeacherHome['classes'][number] = {
    ...{ id: 1, name, owner_name: null, got_at: null, code, student_count: students, pending_count: 0 },
    ...{ deck_count: decks, days, exam_count: 0, open_exam_count: 0, open_exams: [] },
    ...{ silent_count: 0, silent_students: [] },
  };
  return new Map<string, unknown>([
    [addressOf('GET /api/classes', { query }), { success: true, data: [classroom], total: 1 }],
    [addressOf('GET /api/classes/:classId', { params, query }), { success: true, data: classroom }],
    [addressOf('GET /api/teacher/home'), { success: true, data: { classes: [home] } }],
  ]);
}

/** A site on which all is well and nobody waits. */
function adminBodies(): Map<string, unknown> {
  const { active, students, teachers, classes, exams, database, disk, free } = SCHOOL_STAND_IN;
  const data: AdminHome = {
    ...{ active_today: active, students, teachers, waiting: 0, classes, exams },
    storage: { database_bytes: database, disk_bytes: disk, free_bytes: free, takes_uploads: true },
    log: { events: 0, lag: 0, lag_seconds: 0, parked: 0, verified_at: null, differences: null },
  };
  return new Map([[addressOf('GET /api/admin/home'), { success: true, data }]]);
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
  [paths.teacherClasses()]: {
    role: 'teacher',
    anyQuery: true,
    fate: 'replaced',
    fill: 'class',
    search: '?classId=1',
    bodies: classBodies,
  },
  [paths.teacherExams()]: { role: 'teacher', anyQuery: true },
  [paths.admin()]: { role: 'admin', fate: 'replaced', fill: 'admin', bodies: adminBodies },
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

/** Words that depend on what is read, by what the view looks for. */
function wordsOf(fill: FirstView): Record<string, string> {
  if (fill === 'session') return partsOfSpeech(i18n);
  if (fill !== 'admin') return {};
  const checked = msg({ message: 'All answers are kept, and on {when} every figure was found right.' });
  const unchecked = msg`All answers are kept, and every figure is up to date.`;
  const values = { when: TEXT_STAND_IN.when };
  return { checked: i18n._({ ...checked, values }), unchecked: i18n._(unchecked) };
}

/** Renders what is seen first of a page; the build does this. Null for pages of which nothing is. */
export async function prerender(path: string, locale: Locale): Promise<Prerendered | null> {
  const [head, shell] = [heads[path], shells[path]];
  if (!head && !shell) return null;
  await loadLanguage(locale);
  if (shell) {
    const { role, anyQuery = false, fate, fill, search = '', bodies } = shell;
    renderAheadFor(
      role === VISITOR
        ? {}
        : { role, hasRole: true, token: 'ahead', adminToken: 'ahead', userId: 1, name: STAND_IN },
    );
    const body = await bodyOf(path);
    renderFirstView(fill !== undefined);
    hearAhead(bodies?.() ?? new Map());
    const view = fill && {
      fill,
      // The styles of the theme are there with what is shown before.
      body: (await bodyOf(path + search)).replaceAll(
        /<style data-mantine-styles="(?:true|classes)">.*?<\/style>/gs,
        '',
      ),
      words: wordsOf(fill),
    };
    renderFirstView(false);
    hearAhead(new Map());
    return { body, view, shell: { role, anyQuery, fate } };
  }
  renderAheadFor({});
  return {
    body: await bodyOf(path),
    head: { title: `${i18n._(head!.title)} · Nhớ`, description: i18n._(head!.description) },
  };
}
