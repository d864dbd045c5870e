import { randomUUID } from 'node:crypto';
import type { HTTPMethods } from 'fastify';
import t from 'tap';
import { allows } from '../../core/contract/endpoint.ts';
import type { Role } from '../../core/contract/roles.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { within } from '../harness/within.ts';
import { realRoutes } from '../security/real-routes.ts';
import { trashCalls } from '../trash/given-trash.ts';
import {
  alt,
  anAddress,
  answer,
  answers,
  aReport,
  aside,
  changedExam,
  classOf,
  columns,
  leftOut,
  manyCards,
  mended,
  name,
  neverDeleted,
  newCard,
  newDeck,
  noEmail,
  notThis,
  progress,
  registration,
  schoolCode,
  settings,
  title,
  wrongLink,
  wrongPassword,
} from './access-bodies.ts';
import {
  ADMIN,
  ADMIN_ALONE_KNOWS,
  AUTHORS_MAKE,
  all,
  BY_WAY_OF_OTHERS,
  CLASS,
  CLASS_AND_ADMIN,
  EVERYBODY,
  INVITED,
  KEEPER_ALONE,
  LOGGED_IN,
  MEMBERS,
  NOBODY,
  NOT_IN_OWN,
  OTHER_CLASS,
  OTHER_CLASS_AND_ADMIN,
  OTHER_STUDENT,
  OTHER_TEACHER,
  OWN_TRASH,
  OWNER,
  OWNER_AND_ADMIN,
  OWNER_MAKES,
  ofAdmin,
  ofImporter,
  ofMember,
  ofOwner,
  STUDENTS,
  type Statuses,
  TEACHERS,
  TEACHERS_AND_ADMIN,
  TEACHERS_MAKE,
  users,
} from './access-statuses.ts';

const routes = realRoutes(t);
const api = await startApi(t);
const [outsider, member] = [await api.register('student'), await api.register('student')];
const [other, owner] = [await api.register('teacher'), await api.register('teacher')];
const [waiting, admin] = [await api.register('student'), await api.register('admin')];

/** Who calls. What stands in an address is the owner's, with the member in the class; the other teacher's class has the same. */
const CALLERS: [name: string, account?: TestAccount, role?: Role][] = [
  ['a guest', undefined],
  ['a student of another class', outsider, 'student'],
  ['a student of the class', member, 'student'],
  ['a teacher of another class', other, 'teacher'],
  ['the teacher', owner, 'teacher'],
  ['the administrator', admin, 'admin'],
];

const deckOf = ({ id, cards }: { id: number; cards: number[] }) => ({ deckId: id, cardId: cards[0]! });
const official = await api.addDeck(admin.id, 1, { official: true });
const taught = await api.addDeck(owner.id, 1);
const personal = await api.addDeck(owner.id, 1);
const others = await api.addDeck(other.id, 1);
const [OFFICIAL, TAUGHT, PERSONAL, OTHERS] = [official, taught, personal, others].map(deckOf);

const codeTimes = () => ({ ends_at: new Date(Date.now() + 86_400_000).toISOString(), open_until: null });
const list = () => ({ key: randomUUID(), rows: [{ name: 'An', user_name: null, email: null }] });

/** A class with a deck, somebody who is in it and a student who waits. */
async function givenClass(teacher: TestAccount, deckId: number, student: TestAccount): Promise<number> {
  const rows = await api.sql<{ id: number }>`with class as (insert into classes (teacher_id, name)
    values (${teacher.id}, '10A') returning id),
    decks as (insert into class_decks (class_id, deck_id) select id, ${deckId} from class),
    members as (insert into class_members (class_id, student_id, status, joined_at)
    select id, ${student.id}::integer, 'approved', now() from class union all
    select id, ${waiting.id}, 'pending', null from class)
    select id from class`;
  return rows[0]!.id;
}
/** A class of the owner with the deck that is taught, and the member. */
const newClass = () => givenClass(owner, taught.id, member);
const classId = await newClass();
const othersClass = await givenClass(other, others.id, outsider);
await other.data('POST /api/classes/:classId/code', { params: { classId: othersClass }, body: codeTimes() });
const ownClass = { params: { classId }, token: owner.token };
const coded = { ...ownClass, body: codeTimes() };
const { code } = (await api.unchecked('POST /api/classes/:classId/code', coded)).body.data;
const roster = { ...ownClass, body: list() };
const pupil = (await api.call('POST /api/classes/:classId/roster', roster)).body.data[0]!.student_id;

/** An exam of the owner that the class has. */
const newExam = (isHidden = false) => givenExam(owner, [classId], examBody('AB', { is_hidden: isHidden }));
const exam = await newExam();
const hidden = await newExam(true);
const openedExam = async () => {
  const { id } = await newExam();
  await member.data('GET /api/exams/:examId', { params: { examId: id } });
  return { examId: id };
};
const handedIn = await openedExam();
await member.data('POST /api/exams/:examId/submit', { params: handedIn, body: { answers: {} } });
const othersExam = { examId: (await givenExam(other, [othersClass], examBody('AB'))).id };
await outsider.data('GET /api/exams/:examId', { params: othersExam });
await outsider.data('POST /api/exams/:examId/submit', { params: othersExam, body: { answers: {} } });
await api.project();

/** What stands in an address, by its name: always the same, or made anew for each call. */
type Ids = Record<string, number | string>;
type Place = Partial<Ids> | (() => Promise<Ids>);

/** What stands in every address that does not say otherwise. */
const ids: Ids = {
  ...TAUGHT,
  classId,
  code,
  examId: exam.id,
  personId: member.id,
  ...{ side: 'front', version: 1 },
};

const freshDeck = async (of = owner) => deckOf(await api.addDeck(of.id, 1));
const freshOfficial = async () => deckOf(await api.addDeck(owner.id, 1, { official: true }));
const freshExam = async () => ({ examId: (await newExam()).id });
const freshClass = async () => ({ ...ids, classId: await newClass() });
const withWaiting = async () => ({ ...(await freshClass()), studentId: waiting.id });
const membersReview = async () => {
  const reviewId = randomUUID();
  const headers = { 'Idempotency-Key': reviewId };
  await member.raw('POST', `/api/cards/${official.cards[0]}/progress`, { body: answer(), headers });
  return { reviewId };
};
const importOf = (whom: TestAccount) => async () => {
  const request = { title: 'x', description: null, is_official: false, official_button_label: null };
  const rows = await api.sql<{ id: number }>`insert into deck_imports (user_id, check_only, request, files)
    values (${whom.id}, false, ${{ ...request, remove_missing: false }}, '[]') returning id`;
  return { importId: rows[0]!.id, row: 1 };
};
const [adminsImport, ownersImport, membersImport] = [admin, owner, member].map(importOf);
const invitation = (email: string | null) => async () => {
  const params = { classId: await newClass() };
  const made = await owner.data('POST /api/classes/:classId/invitations', { params, body: { email } });
  return { ...params, invitationId: made.id, token: made.token };
};
const taughtWith = async () => {
  const { id } = await api.register('teacher');
  const fresh = await newClass();
  await api.sql`insert into class_teachers (class_id, teacher_id) values (${fresh}, ${id})`;
  return { classId: fresh, teacherId: id };
};
const classWithExam = async () => {
  const fresh = await newClass();
  return { classId: fresh, examId: (await givenExam(owner, [fresh], examBody('A'))).id };
};
/** A run of the log that waits, the only one. */
const freshRun = async () => {
  await api.sql`delete from log_runs`;
  const rows = await api.sql`insert into log_runs (kind, projections) values ('verify', '{}') returning id`;
  return { runId: rows[0]!.id as number };
};
/** A token that is good, whatever was ended before. */
const freshToken = async ({ id }: TestAccount) => {
  const rows = await api.sql`select token_version from users where id = ${id}`;
  return api.app.issueToken({ id, tokenVersion: rows[0].token_version, role: 'student' });
};
const deleted = (what: 'deck' | 'card') => async () => {
  const deck = await freshDeck();
  const trash = trashCalls(api.as(await freshToken(owner)));
  await (what === 'deck' ? trash.deleteDeck(deck.deckId) : trash.deleteCard(deck.deckId, deck.cardId));
  return deck;
};
const colleague = await api.register('teacher');
const sharedDeck = async () => {
  const deck = await freshDeck();
  await api.sql`insert into deck_shares (deck_id, teacher_id, may)
    values (${deck.deckId}, ${colleague.id}, 'edit')`;
  return { ...deck, teacherId: colleague.id };
};

const officialDeck = () => ({ deck_id: official.id });
const login = () => ({ login: colleague.email });
const shared = () => ({ ...login(), may: 'use' });
const toOther = () => ({ teacher_id: other.id, leaves: true });

/** A call, what it answers whom, where, with which body, and the query of its address. */
type Row = [route: string, statuses: Statuses, place?: Place, body?: () => object, query?: string];

/** What a student does with any card that may be learnt. */
const LEARNING: [route: string, body?: () => object, query?: string][] = [
  ['GET /api/decks/:deckId/cards/set'],
  ['GET /api/decks/:deckId/counts'],
  ['GET /api/decks/:deckId/stats'],
  ['GET /api/decks/:deckId/own-cards'],
  ['GET /api/decks/:deckId/mixed-up'],
  ['GET /api/decks/:deckId/cram'],
  ['GET /api/decks/:deckId/cram/cards', undefined, '?kind=all&limit=20'],
  ['GET /api/decks/:deckId/cram/tags'],
  ['GET /api/cards/:cardId/history'],
  ['POST /api/decks/:deckId/settings', settings],
  ['POST /api/decks/:deckId/extra-cards', () => ({ cards: 1 })],
  ['POST /api/cards/:cardId/progress', answer],
  ['POST /api/cards/:cardId/mark', aside],
  ['POST /api/cards/:cardId/report', aReport],
];

/** What the owner alone reads or changes, and the administrator. */
const EDITING: [route: string, status: number, body?: () => object, query?: string][] = [
  // Without a file only the text of a picture is changed, and there is none.
  ['POST /api/decks/:deckId/cards/:cardId/pictures/:side', 404, alt],
  ['DELETE /api/decks/:deckId/cards/:cardId/pictures/:side', 200],
  ['DELETE /api/decks/:deckId/cards/:cardId/further-files', 200, undefined, '?use=audio&file=x'],
  ['GET /api/decks/:deckId/cards/:cardId/versions', 200],
  ['GET /api/decks/:deckId/cards/:cardId/learners', 200],
  // Nobody has seen that one.
  ['POST /api/decks/:deckId/cards/:cardId/versions/:version', 409, () => ({ seen: 1_000 })],
];

/** Decks that all users, the class and the owner alone may see. */
const SEEN: [statuses: Statuses, place: Place][] = [
  [LOGGED_IN, OFFICIAL!],
  [CLASS_AND_ADMIN, TAUGHT!],
  [OWNER_AND_ADMIN, PERSONAL!],
  [OTHER_CLASS_AND_ADMIN, OTHERS!],
];

/** What the other class has, which is neither the owner's nor the member's. */
const OF_OTHER_CLASS: [route: string, statuses: Statuses, body?: () => object][] = [
  ['GET /api/classes/:classId', OTHER_CLASS],
  ['GET /api/classes/:classId/exams', OTHER_CLASS],
  ...`code teachers join-requests passwords acts students-progress student-days student-stats/:studentId
    exam-results decks/:deckId/mixed-up live`
    .split(/\s+/)
    .map((part): [string, Statuses] => [`GET /api/classes/:classId/${part}`, OTHER_TEACHER]),
  ['GET /api/exams/:examId', OTHER_CLASS],
  ['GET /api/exams/:examId/result', [401, 200, 404, 404, 404, 404]],
  ['PATCH /api/classes/:classId', OTHER_TEACHER, name],
];

const ROWS: Row[] = [
  ['POST /api/login', EVERYBODY, {}, () => outsider],
  ['POST /api/admin/login', EVERYBODY, {}, () => admin],
  ['POST /api/register', all(201), {}, registration],
  // Without a mail server nothing of it works, for anybody.
  ['POST /api/forgotten-password', all(409), {}, anAddress],
  ['POST /api/new-password', all(409), {}, wrongLink],
  ['POST /api/confirm-email', all(409), {}, wrongLink],
  ['POST /api/me/email', users(422), {}, anAddress],
  ['POST /api/change-password', users(422), {}, wrongPassword],
  ['GET /api/me', LOGGED_IN],
  ['PATCH /api/me', LOGGED_IN, {}, () => ({ letter_keys: true })],
  ['GET /api/me/sessions', LOGGED_IN],
  ['DELETE /api/me/sessions/:sessionId', users(404), { sessionId: 2_000_000_000 }],
  ['POST /api/me/sessions/end-others', LOGGED_IN],
  ['GET /api/site-settings', EVERYBODY],
  ['GET /api/official-decks', EVERYBODY],
  ['GET /api/official-decks/:deckId/trial', EVERYBODY, OFFICIAL],
  ['GET /api/decks', LOGGED_IN],
  ...['GET /api/decks/:deckId', 'GET /api/decks/:deckId/cards'].flatMap((route) =>
    SEEN.map(([statuses, place]): Row => [route, statuses, place]),
  ),
  ...SEEN.map(
    ([statuses, place]): Row => ['GET /api/decks/:deckId/export', statuses, place, undefined, '?format=csv'],
  ),
  ['PATCH /api/decks/:deckId', OWNER, TAUGHT, newDeck],
  ['PATCH /api/decks/:deckId', NOBODY, OFFICIAL, newDeck],
  ['DELETE /api/decks/:deckId', OWNER, () => freshDeck()],
  ['DELETE /api/decks/:deckId', NOBODY, OFFICIAL],
  ['POST /api/decks/:deckId/cards', OWNER_MAKES, TAUGHT, newCard],
  ['POST /api/decks/:deckId/cards', NOBODY, OFFICIAL, newCard],
  ['PATCH /api/decks/:deckId/cards/:cardId', OWNER, TAUGHT, newCard],
  ['PATCH /api/decks/:deckId/cards/:cardId', BY_WAY_OF_OTHERS, { ...PERSONAL, deckId: others.id }, newCard],
  ['DELETE /api/decks/:deckId/cards/:cardId', OWNER, () => freshDeck()],
  ['DELETE /api/decks/:deckId/cards/:cardId', BY_WAY_OF_OTHERS, { ...PERSONAL, deckId: others.id }],
  ['POST /api/decks/:deckId/cards/many', OWNER_MAKES, TAUGHT, manyCards],
  ['POST /api/decks/:deckId/cards/many', NOBODY, OFFICIAL, manyCards],
  ['GET /api/decks/:deckId/cards/many', OWNER],
  ['DELETE /api/decks/:deckId/cards/many/:key', ofOwner(404), { key: randomUUID() }],
  ['GET /api/decks/:deckId/cards/table', OWNER],
  [
    'POST /api/decks/:deckId/cards/edits',
    ofOwner(409),
    {},
    () => ({ key: randomUUID(), edit: { act: 'order', ids: [1], seen: [1] } }),
  ],
  ['GET /api/decks/:deckId/cards/edits', OWNER],
  ['DELETE /api/decks/:deckId/cards/edits/:key', ofOwner(404), { key: randomUUID() }],
  ...LEARNING.flatMap(([route, body, query]): Row[] => [
    [route, STUDENTS, OFFICIAL, body, query],
    [route, MEMBERS, TAUGHT, body, query],
    [route, NOBODY, PERSONAL, body, query],
    [route, OTHER_STUDENT, OTHERS, body, query],
  ]),
  ...OF_OTHER_CLASS.map(
    ([route, statuses, body]): Row => [
      route,
      statuses,
      { ...OTHERS, ...othersExam, classId: othersClass, studentId: outsider.id },
      body,
    ],
  ),
  ['GET /api/classes/:classId/student-stats/:studentId', NOT_IN_OWN, { studentId: outsider.id }],
  ['DELETE /api/classes/:classId/students/:studentId', NOT_IN_OWN, { studentId: outsider.id }],
  ['POST /api/classes/:classId/approve/:studentId', NOT_IN_OWN, { studentId: outsider.id }],
  ['PATCH /api/classes/:classId/students/:studentId', NOT_IN_OWN, { studentId: outsider.id }, name],
  ['POST /api/classes/:classId/passwords', NOT_IN_OWN, {}, () => ({ student_ids: [outsider.id] })],
  ['POST /api/classes/:classId/decks', NOBODY, {}, () => ({ deck_id: others.id })],
  ['POST /api/exams/:examId/classes', NOBODY, freshExam, () => ({ class_ids: [othersClass] })],
  ...EDITING.flatMap(([route, status, body, query]): Row[] => [
    [route, ofOwner(status, status), TAUGHT, body, query],
    [route, [401, 403, 403, status, 403, status], OTHERS, body, query],
  ]),
  ['GET /api/cram', STUDENTS, {}, undefined, '?tag=unit'],
  ['GET /api/cram/cards', STUDENTS, {}, undefined, '?kind=all&limit=20&tag=unit'],
  ['POST /api/cards/:cardId/report/answer', OWNER_AND_ADMIN, TAUGHT, mended],
  ['POST /api/cards/:cardId/report/answer', ADMIN, OFFICIAL, mended],
  ['GET /api/decks/:deckId/reports', OWNER_AND_ADMIN, TAUGHT],
  ['GET /api/decks/:deckId/reports', ADMIN, OFFICIAL],
  ['GET /api/reports', TEACHERS_AND_ADMIN],
  ['GET /api/answered-reports', STUDENTS],
  ['POST /api/answered-reports/read', STUDENTS, {}, () => ({ card_ids: [1] })],
  ['GET /api/recent-deck', STUDENTS],
  ['GET /api/today', STUDENTS],
  ['GET /api/today/cards', STUDENTS],
  ['GET /api/classes', LOGGED_IN],
  ['POST /api/classes', TEACHERS_MAKE, {}, classOf(official)],
  ['POST /api/classes', OWNER_MAKES, {}, classOf(personal)],
  ['GET /api/classes/:classId', CLASS],
  ['PATCH /api/classes/:classId', OWNER, freshClass, name],
  ['DELETE /api/classes/:classId', OWNER, freshClass],
  ['POST /api/classes/:classId/join', [401, 201, 409, 403, 403, 403], freshClass],
  ['POST /api/classes/:classId/leave', [401, 404, 200, 403, 403, 403], freshClass],
  ['GET /api/classes/:classId/code', OWNER],
  ['POST /api/classes/:classId/code', OWNER_MAKES, freshClass, codeTimes],
  ['PATCH /api/classes/:classId/code', OWNER, {}, codeTimes],
  ['DELETE /api/classes/:classId/code', OWNER, freshClass],
  ['GET /api/class-codes/:code', STUDENTS],
  ['POST /api/class-codes/:code/join', [401, 201, 409, 403, 403, 403]],
  ['GET /api/join-requests', STUDENTS],
  ['GET /api/students', TEACHERS, {}, undefined, '?search=a'],
  ['GET /api/classes/:classId/join-requests', OWNER],
  ['POST /api/classes/:classId/approve/:studentId', OWNER, withWaiting],
  ['DELETE /api/classes/:classId/reject/:studentId', OWNER, withWaiting],
  [
    'DELETE /api/classes/:classId/students/:studentId',
    OWNER,
    async () => ({ ...(await freshClass()), studentId: member.id }),
  ],
  ['POST /api/classes/:classId/decks', OWNER_MAKES, freshClass, officialDeck],
  ['PATCH /api/classes/:classId/decks/:deckId', OWNER, freshClass, () => ({ class_way: null })],
  ['DELETE /api/classes/:classId/decks/:deckId', OWNER, freshClass],
  ['POST /api/classes/:classId/roster/check', OWNER, {}, list],
  ['POST /api/classes/:classId/roster', OWNER_MAKES, freshClass, list],
  // One student's account was made in the class, and another one's was not.
  ['GET /api/classes/:classId/passwords', OWNER],
  ['POST /api/classes/:classId/passwords', OWNER, {}, () => ({ student_ids: [pupil] })],
  ['POST /api/classes/:classId/passwords', NOBODY, {}, () => ({ student_ids: [member.id] })],
  ['PATCH /api/classes/:classId/students/:studentId', OWNER, { studentId: pupil }, () => ({ name: 'Lê An' })],
  ['PATCH /api/classes/:classId/students/:studentId', NOBODY, { studentId: member.id }, name],
  ['GET /api/activity', STUDENTS],
  ['POST /api/reviews/:reviewId/undo', [401, 404, 200, 403, 403, 403], membersReview],
  ['GET /api/classes/:classId/decks/:deckId/mixed-up', OWNER, freshClass],
  ['GET /api/classes/:classId/students-progress', OWNER],
  ['GET /api/teacher/home', TEACHERS],
  ['GET /api/classes/:classId/student-days', OWNER],
  ['GET /api/classes/:classId/student-stats/:studentId', OWNER, { studentId: member.id }],
  ['GET /api/classes/:classId/live', OWNER],
  ['GET /api/exams', TEACHERS],
  ['POST /api/exams', TEACHERS_MAKE, {}, () => examBody('A')],
  ['GET /api/exams/:examId', CLASS],
  ['GET /api/exams/:examId', OWNER, { examId: hidden.id }],
  ['PATCH /api/exams/:examId', OWNER, {}, changedExam],
  ['POST /api/exams/:examId', OWNER, {}, changedExam],
  ['DELETE /api/exams/:examId', OWNER, freshExam],
  ['POST /api/exams/:examId/rescoring', OWNER, {}, () => ({ questions: examBody('A').questions })],
  ['POST /api/exams/:examId/classes', OWNER, freshExam, () => ({ class_ids: [classId] })],
  ['PATCH /api/exams/:examId/visibility', OWNER, freshExam, () => ({ is_hidden: true })],
  ['POST /api/exams/:examId/answers', MEMBERS, freshExam, progress],
  ['POST /api/exams/:examId/answers', NOBODY, { examId: hidden.id }, progress],
  ['POST /api/exams/:examId/submit', MEMBERS, openedExam, answers],
  ['POST /api/exams/:examId/submit', NOBODY, { examId: hidden.id }, answers],
  // One's own; only the member has one.
  ['GET /api/exams/:examId/result', [401, 404, 200, 404, 404, 404], handedIn],
  ['GET /api/exams/:examId/result', CLASS, handedIn, undefined, `?student_id=${member.id}`],
  ['GET /api/exams/:examId/result', OTHER_CLASS, othersExam, undefined, `?student_id=${outsider.id}`],
  [
    'GET /api/exams/:examId/result',
    [401, 404, 403, 403, 403, 403],
    handedIn,
    undefined,
    `?student_id=${outsider.id}`,
  ],
  ['GET /api/classes/:classId/exams', CLASS],
  ['GET /api/classes/:classId/exam-results', OWNER],
  ['GET /api/deck-file-schema', EVERYBODY],
  ['POST /api/admin/site-settings', ADMIN, {}, () => ({ title: 'Nhớ' })],
  ['GET /api/admin/people', ADMIN],
  ['GET /api/admin/people/export', ADMIN],
  ['GET /api/admin/people/:personId', ADMIN],
  ['GET /api/admin/people/:personId/decks', ADMIN],
  ['POST /api/admin/people/changes', ADMIN, {}, () => ({ change: 'enable', person_ids: [999_999] })],
  ['POST /api/admin/people/:personId/role', ADMIN, {}, () => ({ role: 'student' })],
  ['POST /api/admin/own-decks', ADMIN, {}, () => ({ students_make_decks: true })],
  ['GET /api/admin/entry', ADMIN],
  ['POST /api/admin/entry', ADMIN, {}, () => ({ entry: 'open' })],
  ['GET /api/admin/acts', ADMIN],
  ['GET /api/admin/acts/export', ADMIN],
  ['GET /api/me/data', LOGGED_IN],
  ['POST /api/me/data', users(202)],
  ['POST /api/me/data/cancel', LOGGED_IN],
  // None was made.
  ['GET /api/me/data/export', users(404)],
  ['GET /api/me/deletion', LOGGED_IN],
  ['POST /api/me/deletion', users(422), {}, notThis],
  ['DELETE /api/me/deletion', LOGGED_IN],
  ['POST /api/admin/retention/preview', ADMIN, {}, neverDeleted],
  ['POST /api/admin/retention', ADMIN, {}, neverDeleted],
  ['GET /api/trash', LOGGED_IN],
  ['DELETE /api/trash', LOGGED_IN],
  ['POST /api/trash/:deckId/restore', OWN_TRASH, deleted('deck')],
  ['DELETE /api/trash/:deckId', OWN_TRASH, deleted('deck')],
  ['GET /api/decks/:deckId/trash', OWNER_AND_ADMIN, deleted('card')],
  ['POST /api/decks/:deckId/trash/restore', OWNER_AND_ADMIN, deleted('card'), () => ({})],
  ['DELETE /api/decks/:deckId/trash', OWNER_AND_ADMIN, deleted('card')],
  ['POST /api/colleagues/find', TEACHERS_AND_ADMIN, {}, login],
  ['GET /api/decks/:deckId/shares', OWNER, sharedDeck],
  ['POST /api/decks/:deckId/shares', OWNER_MAKES, sharedDeck, shared],
  ['PATCH /api/decks/:deckId/shares/:teacherId', OWNER, sharedDeck, () => ({ may: 'use' })],
  ['DELETE /api/decks/:deckId/shares/:teacherId', OWNER, sharedDeck],
  ['POST /api/decks/:deckId/owner', OWNER, sharedDeck, () => ({ teacher_id: colleague.id })],
  ['POST /api/admin/decks/:deckId/owner', ADMIN, () => freshDeck(), login],
  ['POST /api/decks/:deckId/copy', AUTHORS_MAKE, OFFICIAL],
  ['POST /api/decks/:deckId/copy', OWNER_MAKES, PERSONAL],
  ['POST /api/classes/:classId/archive', OWNER, freshClass],
  ['DELETE /api/classes/:classId/archive', OWNER, freshClass],
  ['POST /api/classes/:classId/copy', OWNER_MAKES, freshClass, name],
  ['DELETE /api/classes/:classId/exams/:examId', OWNER, classWithExam],
  ['GET /api/classes/:classId/teachers', OWNER, freshClass],
  ['POST /api/classes/:classId/invitations', OWNER_MAKES, freshClass, noEmail],
  ['DELETE /api/classes/:classId/invitations/:invitationId', OWNER, invitation(null)],
  ['DELETE /api/classes/:classId/teachers/:teacherId', OWNER, taughtWith],
  ['POST /api/classes/:classId/hand-over', ofOwner(404), freshClass, toOther],
  ['POST /api/admin/classes/:classId/hand-over', ADMIN, freshClass, toOther],
  ['GET /api/class-invitations', TEACHERS],
  ['POST /api/class-invitations/:invitationId/accept', INVITED, invitation(other.email)],
  ['DELETE /api/class-invitations/:invitationId', INVITED, invitation(other.email)],
  ['GET /api/class-invitation-links/:token', TEACHERS, invitation(null)],
  ['POST /api/class-invitation-links/:token/accept', [401, 403, 403, 200, 409, 403], invitation(null)],
  // Where the school has no login of its own, there is nothing, for whom it would be open.
  ['POST /api/login/school/begin', all(404), {}, () => ({})],
  ['GET /api/login/school/callback', all(404), {}, undefined, '?state=x'],
  ['POST /api/login/school', all(404), {}, schoolCode],
  ['GET /api/me/school-login', users(404)],
  ['POST /api/me/school-login/begin', users(404), {}, notThis],
  ['POST /api/me/school-login/confirm', users(404)],
  ['POST /api/me/deletion/by-school', users(404), {}, schoolCode],
  ['POST /api/me/school-login', users(404), {}, schoolCode],
  ['POST /api/me/school-login/disconnect', users(404), {}, notThis],
  ['GET /api/classes/:classId/acts', OWNER],
  ['GET /api/admin/search', ADMIN, {}, undefined, '?search=a'],
  ['GET /api/admin/home', ADMIN],
  ['GET /api/admin/decks', ADMIN],
  ['DELETE /api/admin/decks/:deckId', ADMIN, freshOfficial],
  [
    'POST /api/admin/official-decks',
    ofAdmin(422),
    {},
    () => ({ deck_id: personal.id, official_button_label: 'x'.repeat(51) }),
  ],
  ['PATCH /api/admin/official-decks/:deckId', ADMIN, OFFICIAL, () => ({})],
  ['PATCH /api/admin/official-decks/:deckId', ofAdmin(409), PERSONAL, () => ({})],
  ['DELETE /api/admin/official-decks/:deckId', ADMIN, freshOfficial],
  ['GET /api/admin/decks/:deckId/cards', ADMIN, PERSONAL, undefined, '?search=x'],
  ['PATCH /api/admin/cards/:cardId', ADMIN, TAUGHT, newCard],
  ['DELETE /api/admin/cards/:cardId', ADMIN, () => freshDeck()],
  ['POST /api/admin/imports', ofAdmin(422), {}, title],
  ['GET /api/admin/imports', ADMIN],
  ['GET /api/admin/imports/:importId', ADMIN, adminsImport],
  ['GET /api/admin/imports/:importId/problems', ADMIN, adminsImport],
  ['GET /api/admin/imports/:importId/cards', ADMIN, adminsImport],
  ['PATCH /api/admin/imports/:importId/cards/:row', ofAdmin(409), adminsImport, leftOut],
  ['GET /api/admin/imports/:importId/live', ADMIN, adminsImport],
  ['GET /api/admin/imports/:importId/live', ADMIN_ALONE_KNOWS, membersImport],
  ['POST /api/admin/imports/:importId/cancel', ADMIN, adminsImport],
  ['POST /api/admin/imports/:importId/check', ofAdmin(409), adminsImport, columns],
  ['POST /api/admin/imports/:importId/confirm', ofAdmin(409), adminsImport],
  ['POST /api/imports', [401, 422, 422, 422, 422, 403], {}, title],
  ['GET /api/imports', [401, 200, 200, 200, 200, 403]],
  ['GET /api/imports/:importId', ofImporter(200), ownersImport],
  ['GET /api/imports/:importId/problems', ofImporter(200), ownersImport],
  ['GET /api/imports/:importId/cards', ofImporter(200), ownersImport],
  ['PATCH /api/imports/:importId/cards/:row', ofImporter(409), ownersImport, leftOut],
  ['GET /api/imports/:importId/live', ofImporter(200), ownersImport],
  ['POST /api/imports/:importId/cancel', ofImporter(200), ownersImport],
  ['POST /api/imports/:importId/check', ofImporter(409), ownersImport, columns],
  ['POST /api/imports/:importId/confirm', ofImporter(409), ownersImport],
  ['GET /api/admin/log', ADMIN],
  ['GET /api/admin/log/runs', ADMIN],
  ['POST /api/admin/log/runs/:runId/cancel', ADMIN, freshRun],
  ['POST /api/admin/log/runs', ofAdmin(202), {}, () => ({ kind: 'verify' })],
  ['GET /api/admin/log/parked', ADMIN],
  ['POST /api/admin/log/parked/replay', ADMIN, {}, () => ({})],
  ['GET /api/admin/log/export', ADMIN, {}, undefined, '?format=csv'],
  ['POST /api/batch', EVERYBODY, {}, () => ({ requests: [{ method: 'GET', url: '/api/site-settings' }] })],
  ['POST /api/logout', LOGGED_IN],
];

await api.sql`update site_settings set students_make_decks = true`;
const kept = await api.addDeck(member.id, 2);
const KEPT = deckOf(kept);
const keptFresh = () => freshDeck(member);

/** The calls to a deck of a student's own, who is the member of the class: everybody else is refused. */
const OWN_DECK_ROWS: [route: string, statuses: Statuses, body?: () => object, query?: string][] = [
  ['POST /api/decks', AUTHORS_MAKE, newDeck],
  ['POST /api/decks/with-cards', AUTHORS_MAKE, () => ({ ...manyCards(), title: 'x' })],
  ['GET /api/decks/:deckId', MEMBERS],
  ['GET /api/decks/:deckId/cards', MEMBERS],
  ['GET /api/decks/:deckId/export', MEMBERS, undefined, '?format=csv'],
  ['PATCH /api/decks/:deckId', MEMBERS, newDeck],
  ['POST /api/decks/:deckId/copy', ofMember(201), () => ({})],
  ['POST /api/decks/:deckId/cards', ofMember(201), newCard],
  ['PATCH /api/decks/:deckId/cards/:cardId', MEMBERS, newCard],
  ['POST /api/decks/:deckId/cards/many', ofMember(201), manyCards],
  ['GET /api/decks/:deckId/cards/many', MEMBERS],
  ['GET /api/decks/:deckId/cards/table', MEMBERS],
  [
    'POST /api/decks/:deckId/cards/edits',
    MEMBERS,
    () => ({ key: randomUUID(), edit: { act: 'tags', ids: kept.cards, add: ['x'], remove: [] } }),
  ],
  ['GET /api/decks/:deckId/cards/edits', MEMBERS],
  ['POST /api/decks/:deckId/cards/:cardId/pictures/:side', ofMember(404, 404), alt],
  ['DELETE /api/decks/:deckId/cards/:cardId/pictures/:side', KEEPER_ALONE],
  ['DELETE /api/decks/:deckId/cards/:cardId/further-files', KEEPER_ALONE, undefined, '?use=audio&file=x'],
  ['GET /api/decks/:deckId/cards/:cardId/versions', KEEPER_ALONE],
  ['POST /api/decks/:deckId/cards/:cardId/versions/:version', ofMember(409, 404), () => ({ seen: 1_000 })],
  ['GET /api/decks/:deckId/cards/set', MEMBERS],
  ['GET /api/decks/:deckId/counts', MEMBERS],
  ['GET /api/decks/:deckId/stats', MEMBERS],
  ['GET /api/decks/:deckId/own-cards', MEMBERS],
  ['GET /api/decks/:deckId/mixed-up', MEMBERS],
  ['GET /api/decks/:deckId/cram', MEMBERS],
  ['GET /api/decks/:deckId/cram/tags', MEMBERS],
  ['GET /api/decks/:deckId/cram/cards', MEMBERS, undefined, '?kind=all&limit=20'],
  ['POST /api/decks/:deckId/settings', MEMBERS, settings],
  ['POST /api/cards/:cardId/progress', MEMBERS, answer],
  ['POST /api/cards/:cardId/mark', MEMBERS, aside],
  ['GET /api/decks/:deckId/reports', ADMIN_ALONE_KNOWS],
  ['POST /api/cards/:cardId/report', ofMember(409), aReport],
  ['GET /api/decks/:deckId/trash', KEEPER_ALONE],
  ['POST /api/decks/:deckId/trash/restore', ofMember(404, 404), () => ({})],
  ['DELETE /api/decks/:deckId/trash', KEEPER_ALONE],
  ['GET /api/decks/:deckId/shares', NOBODY],
  ['POST /api/decks/:deckId/shares', NOBODY, () => ({ login: other.email, may: 'use' })],
  ['POST /api/decks/:deckId/owner', NOBODY, () => ({ teacher_id: member.id })],
  ['POST /api/classes', NOBODY, classOf(kept)],
  ['POST /api/classes/:classId/decks', NOBODY, () => ({ deck_id: kept.id })],
  ['POST /api/admin/decks/:deckId/owner', ADMIN_ALONE_KNOWS, () => ({ login: other.email })],
  ['GET /api/admin/decks/:deckId/cards', ADMIN_ALONE_KNOWS],
  [
    'POST /api/admin/official-decks',
    ADMIN_ALONE_KNOWS,
    () => ({ deck_id: kept.id, official_button_label: 'x' }),
  ],
  ['PATCH /api/admin/official-decks/:deckId', ADMIN_ALONE_KNOWS, () => ({})],
  ['DELETE /api/admin/official-decks/:deckId', ADMIN_ALONE_KNOWS],
  ['PATCH /api/admin/cards/:cardId', ADMIN_ALONE_KNOWS, newCard],
  ['DELETE /api/admin/cards/:cardId', ADMIN_ALONE_KNOWS],
];
ROWS.push(
  ...OWN_DECK_ROWS.map(([route, statuses, body, query]): Row => [route, statuses, KEPT, body, query]),
  ['DELETE /api/decks/:deckId', MEMBERS, keptFresh],
  ['DELETE /api/admin/decks/:deckId', ADMIN, keptFresh],
  ['DELETE /api/decks/:deckId/cards/:cardId', MEMBERS, keptFresh],
  ['POST /api/cards/:cardId/report/answer', ADMIN_ALONE_KNOWS, { cardId: kept.cards[1]! }, mended],
);
/** After which the caller's token is no longer good. */
const ENDS_TOKEN = ['/api/logout', '/api/me/sessions/end-others'];
/** Answers with a file, not in our envelope. */
const isFile = (route: string) => /\/export$|deck-file-schema$/.test(route);

const isDocumentation = (url: string) => url === '/api/docs' || url.startsWith('/api/docs/');
const calls = routes.filter(
  ({ method, url }) => url.startsWith('/api') && method !== 'HEAD' && !isDocumentation(url),
);
const byRoute = Map.groupBy(ROWS, ([route]) => route);

t.test('SL-03 every call of the API is in this table, and no other', async (t) => {
  const registered = calls.map(({ method, url }) => `${method} ${url}`).sort();
  t.same([...new Set(registered)], [...byRoute.keys()].sort());
});

t.test('beside the API are the client, its files, the documentation and the operator’s pages', async (t) => {
  const others = routes.filter((route) => !calls.includes(route) && route.method !== 'HEAD');
  const known = ['/*', '/healthz', '/metrics', '/readyz', '/storage/*'];
  t.same([...new Set(others.filter(({ url }) => !isDocumentation(url)).map(({ url }) => url))].sort(), known);
  t.ok(
    others.every(({ method }) => method === 'GET'),
    'none changes anything',
  );
});

t.test('SL-03 a HEAD is as open as its GET', async (t) => {
  for (const { url, access } of routes.filter(
    ({ method, url }) => method === 'HEAD' && url.startsWith('/api/'),
  ))
    t.equal(access, routes.find((other) => other.method === 'GET' && other.url === url)?.access, url);
  t.equal((await api.raw('HEAD', '/api/me')).status, 401);
  t.equal((await outsider.raw('HEAD', '/api/me')).status, 200);
});

t.test('SL-03 of whatever belongs to somebody, owner and stranger get different answers', async (t) => {
  // Before the administrator all owners are alike; official decks are everybody's.
  for (const [route, rows] of byRoute)
    if (/api\/(?!admin\/|official-decks\/).*:(class|deck|card|exam)Id/.test(route))
      t.ok(
        rows.some(([, [, outsiders, members, others, owners]]) => outsiders !== members || others !== owners),
        route,
      );
});

/** What somebody hears whose role may call, by what the address begins with. */
const NOT_THEIRS: [place: RegExp, code: RegExp][] = [
  [/^.api.exams.:examId.classes$/, /^(exam_not_owned|class_not_accessible)$/],
  [/^.api.exams/, /^(exam_not_owned|exam_not_accessible|exam_submit_unauthorized|result_not_accessible)$/],
  [/^.api.classes(.:classId.decks)?$/, /^(class|deck)_not_accessible$/],
  [/^.api.classes/, /^(class_not_accessible|name_not_yours|password_not_yours)$/],
  [/^.api/, /^(deck_not_owned|deck_not_accessible)$/],
];
const accessOf = new Map(calls.map(({ method, url, access }) => [`${method} ${url}`, access]));

/** What a refusal of the table is called: it says first who one is not, then what is not one's own. */
function codeOf(route: string, status: number, role: Role | undefined): RegExp {
  if (status === 401) return /^unauthenticated$/;
  if (status !== 403) return /^\w+$/;
  if (!allows(accessOf.get(route)!, role!)) return /^(wrong_role|teacher_cannot_learn)$/;
  return NOT_THEIRS.find(([place]) => place.test(route.split(' ')[1]!))![1];
}

const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
for (const [route, statuses, place = {}, body, query = ''] of ROWS) {
  const [method, pattern] = route.split(' ') as [HTTPMethods, string];
  const isFresh = typeof place === 'function';
  const at = (here: Partial<Ids>) =>
    pattern.replace(/:(\w+)/g, (_, name: string) => String({ ...ids, ...here }[name])) + query;
  const shown = isFresh ? pattern : at(place);
  for (const [index, [name, account, role]] of CALLERS.entries()) {
    const expected = statuses[index]!;
    t.test(`ACC-28 ACC-29 ACC-30 ACC-31 SL-03 ${name}: ${method} ${shown} is ${expected}`, async (t) => {
      const address = isFresh ? at(await place()) : shown;
      if (pattern.endsWith('/live')) {
        // Over a connection that can be left: one that is wrongly open would not end by itself.
        const leaving = new AbortController();
        const headers = new Headers(account && { authorization: `Bearer ${account.token}` });
        const call = fetch(`${url}${address}`, { headers, signal: leaving.signal });
        const { status } = await within(call, `${shown} answers`).finally(() => leaving.abort());
        t.equal(status, expected);
        return;
      }
      const answer = await api.raw(method as 'GET', address, {
        token: account?.token,
        ...(body && { body: body() }),
      });
      t.equal(answer.status, expected, JSON.stringify(answer.body));
      if (expected >= 400) t.match(answer.body.code, codeOf(route, expected, role));
      // Its next calls are not to be refused for a token that this one has ended.
      if (account && ENDS_TOKEN.includes(pattern)) account.token = await freshToken(account);
      if (!isFile(pattern) || expected >= 400) t.equal(answer.body.success, expected < 400);
    });
  }
}
