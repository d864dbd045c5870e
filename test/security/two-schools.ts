import { randomUUID } from 'node:crypto';
import { examBody, givenClassOf, givenExam } from '../exam/given-exams.ts';
import type { TestAccount, TestApi } from '../harness/api-harness.ts';
import type { Ids } from './hostile-requests.ts';

export interface School {
  teacher: TestAccount;
  students: TestAccount[];
  classId: number;
  deckId: number;
  /** By the names of parameters, queries and fields. */
  ids: Ids;
}

async function mustSucceed(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** A school with a row in every table that belongs to somebody. */
export async function givenSchool(api: TestApi, name: string): Promise<School> {
  const register = (role: 'teacher' | 'student', who: string) =>
    api.register(role, { name: `${who} of ${name}`, email: `${who}-${name}-${randomUUID()}@example.org` });
  const teacher = await register('teacher', 'teacher');
  const students = [await register('student', 'first'), await register('student', 'second')];
  const classId = await givenClassOf(teacher, students);
  const deck = await api.addDeck(teacher.id, 3, { title: `Deck of ${name}` });
  const { token } = teacher;
  await mustSucceed(api.raw('POST', `/api/classes/${classId}/decks`, { token, body: { deck_id: deck.id } }));
  const exam = await givenExam(teacher, [classId], examBody('ABCD', { title: `Exam of ${name}` }));
  const reviewId = randomUUID();
  const [first] = students as [TestAccount];
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    mustSucceed(first.raw('POST', path, { body, headers }));
  await post(
    `/api/cards/${deck.cards[0]}/progress`,
    { status: 2, time_spent: 3 },
    { 'idempotency-key': reviewId },
  );
  await post(`/api/decks/${deck.id}/settings`, { new_cards_per_day: 5, max_cards_per_day: 50 });
  await mustSucceed(first.raw('GET', `/api/exams/${exam.id}`));
  await post(`/api/exams/${exam.id}/submit`, { answers: {} });
  const invited = await api.data('POST /api/classes/:classId/invitations', {
    params: { classId },
    token,
    body: { email: null },
  });
  const ids = {
    classId,
    class_id: classId,
    class_ids: classId,
    deckId: deck.id,
    deck_id: deck.id,
    cardId: deck.cards[0]!,
    examId: exam.id,
    exam_id: exam.id,
    id: exam.questions[0]!.id,
    studentId: first.id,
    teacherId: teacher.id,
    teacher_id: teacher.id,
    owner_id: teacher.id,
    student_id: first.id,
    reviewId,
    invitationId: invited.id,
  };
  return { teacher, students, classId, deckId: deck.id, ids };
}

const OF_CLASS = 'array(select c.teacher_id from classes c where c.id = r.class_id)';
const OF_DECK = 'array(select d.user_id from decks d where d.id = r.deck_id)';
const OF_EXAM = 'array(select e.teacher_id from exams e where e.id = r.exam_id)';

/** Tables of which a column says whose a row is. */
const OWNING_COLUMNS: Record<string, string[]> = {
  user_id: [
    'decks',
    'ended_tokens',
    'sessions',
    'login_places',
    'school_logins',
    'school_visits',
    'upload_days',
    'own_data_files',
    'letters',
    'letter_links',
    'deck_imports',
    'schedule_imports',
  ],
  adder_id: ['card_additions'],
  editor_id: ['card_edits'],
  owner_id: ['trashed_decks'],
  person_id: ['trashed_rows'],
  student_id: [
    'deck_settings',
    'card_marks',
    'extra_cards',
    'events',
    'review_schedule',
    'deck_stats',
    'recall_days',
    'card_answers',
    'parked_events',
  ],
  teacher_id: ['classes', 'roster_parts', 'exams'],
};

/** Whose a row is: a query of accounts for each table. What is in no list belongs to the administrator. */
const OWNERS: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(OWNING_COLUMNS).flatMap(([column, tables]) =>
      tables.map((table) => [table, `array[r.${column}]`]),
    ),
  ),
  ...Object.fromEntries(['acts', 'site_settings', 'log_runs'].map((table) => [table, 'array[]::integer[]'])),
  users: 'array[r.id]',
  deck_shares: `${OF_DECK} || r.teacher_id`,
  cards: OF_DECK,
  card_versions: OF_DECK,
  deleted_cards: OF_DECK,
  trashed_cards: `${OF_DECK} || array(select t.owner_id from trashed_decks t where t.id = r.trashed_deck_id)`,
  card_reports:
    'array(select d.user_id from cards c join decks d on d.id = c.deck_id where c.id = r.card_id) || r.student_id',
  class_decks: OF_CLASS,
  class_gatherings: `${OF_CLASS} || r.student_id`,
  class_members: `${OF_CLASS} || r.student_id`,
  class_teachers: `${OF_CLASS} || r.teacher_id`,
  class_invitations: OF_CLASS,
  class_codes: OF_CLASS,
  exam_questions: OF_EXAM,
  exam_classes: OF_EXAM,
  exam_attempts: `${OF_EXAM} || r.student_id`,
  exam_results: `${OF_EXAM} || r.student_id`,
  schedule_import_cards: 'array(select s.user_id from schedule_imports s where s.id = r.schedule_import_id)',
};

/** What an administrator may not do either: change what somebody has answered, handed in, or is. */
const NOT_EVEN_ADMIN = [
  'users',
  'events',
  'exams',
  'exam_questions',
  'exam_attempts',
  'class_members',
  'classes',
];

/** What the administrator does change, of everybody. */
const ADMINISTERED: Record<string, string[]> = {
  users: [
    'role',
    'token_version',
    'password_hash',
    'must_change_password',
    'disabled_at',
    'delete_at',
    'delete_reason',
  ],
  // A class is handed over for a teacher who has left.
  classes: ['teacher_id', 'handed_over_at'],
};

export const ownedTables = (): string[] => Object.keys(OWNERS);

/** Every row that is not the caller's, as a hash by which it is known again. */
export async function rowsOfOthers(
  api: TestApi,
  caller: number,
  isAdmin = false,
): Promise<Map<string, string>> {
  const tables = isAdmin ? NOT_EVEN_ADMIN : Object.keys(OWNERS);
  const found = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await api.pool.query<{ hash: string }>(
      `select md5((to_jsonb(r) - $2::text[])::text) as hash from ${table} r
       where not ($1::integer = any(${OWNERS[table]}))`,
      [caller, isAdmin ? (ADMINISTERED[table] ?? []) : []],
    );
    for (const { hash } of rows) found.set(`${table} ${hash}`, table);
  }
  return found;
}
