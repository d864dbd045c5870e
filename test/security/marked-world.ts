import { randomUUID } from 'node:crypto';
import { fileOf } from '../card/card-form.ts';
import { ownImports } from '../deck-import/import-calls.ts';
import { answersOf, examBody, givenClassOf, givenExam } from '../exam/given-exams.ts';
import type { TestAccount, TestApi } from '../harness/api-harness.ts';

/** Something by which what belongs to somebody is known again, wherever it turns up. */
export interface Mark {
  /** A text of its own, or a number that stands for nothing else. */
  value: string | number;
  what: string;
  /** The students who may see it. */
  seenBy: number[];
}

export interface MarkedWorld {
  /** Two classmates, one of another class, and one of no class. */
  students: TestAccount[];
  teachers: TestAccount[];
  marks: Mark[];
  ids: {
    decks: number[];
    cards: number[];
    classes: number[];
    exams: number[];
    questions: number[];
    people: number[];
    imports: number[];
  };
  reviews: string[];
}

/** Ids begin here, so that no small number of an answer is one of them. */
const FIRST_ID = 700_001;

async function moveIds(api: TestApi): Promise<void> {
  for (const table of ['users', 'decks', 'cards', 'classes', 'exams', 'exam_questions'])
    await api.pool.query(`alter table ${table} alter column id restart with ${FIRST_ID}`);
}

const TEACHERS = ['Hoa', 'Nam'] as const;

/** Seconds that the students' answers took: nothing else has these numbers. */
const SECONDS = [2_903, 2_917, 2_927, 2_939];

async function must<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/**
 * Two classes, decks of every kind, even a student's own, exams shown and hidden, with answers and results; all of it
 * marked.
 */
export async function givenMarkedWorld(api: TestApi): Promise<MarkedWorld> {
  await moveIds(api);
  const marks: Mark[] = [];
  const mark = (what: string, seenBy: number[] = []): string => {
    const value = `mark${randomUUID().replaceAll('-', '')}`;
    marks.push({ value, what, seenBy });
    return value;
  };
  const register = async (role: 'student' | 'teacher', who: string): Promise<TestAccount> => {
    const name = mark(`name of ${who}`);
    const account = await api.register(role, { name, email: `${mark(`email of ${who}`)}@example.org` });
    if (role === 'student') for (const one of marks.slice(-2)) one.seenBy.push(account.id);
    marks.push({ value: account.token, what: `token of ${who}`, seenBy: [] });
    marks.push({ value: account.password, what: `password of ${who}`, seenBy: [] });
    return account;
  };
  const teachers = [await register('teacher', TEACHERS[0]), await register('teacher', TEACHERS[1])] as const;
  const students: TestAccount[] = [];
  for (const who of ['An', 'Binh', 'Chi', 'Dung']) students.push(await register('student', who));
  const members = [students.slice(0, 2), students.slice(2, 3)] as const;

  const ids: MarkedWorld['ids'] = {
    ...{ decks: [], cards: [], classes: [] },
    ...{ exams: [], questions: [], people: [], imports: [] },
  };
  const reviews: string[] = [];
  ids.people.push(...teachers.map(({ id }) => id), ...students.map(({ id }) => id));
  const addDeck = async (owner: TestAccount, of: string, seenBy: number[], official = false) => {
    const deck = await api.addDeck(
      owner.id,
      [1, 2].map(() => ({
        front: mark(`front of ${of}`, seenBy),
        back: mark(`back of ${of}`, seenBy),
        example_sentence: mark(`example of ${of}`, seenBy),
        definition: mark(`definition of ${of}`, seenBy),
      })),
      { title: mark(`title of ${of}`, seenBy), official },
    );
    ids.decks.push(deck.id);
    ids.cards.push(...deck.cards);
    return deck;
  };
  const everybody = students.map(({ id }) => id);
  await addDeck(teachers[0], 'the official deck', everybody, true);
  for (const [index, teacher] of teachers.entries()) {
    const own = members[index]!;
    const seenBy = own.map(({ id }) => id);
    const classId = await givenClassOf(teacher, own);
    ids.classes.push(classId);
    // Who asks by its number learns neither.
    const className = mark(`name of class ${index}`, seenBy);
    await api.sql`update classes set name = ${className} where id = ${classId}`;
    marks.find(({ what }) => what === `name of ${TEACHERS[index]}`)!.seenBy.push(...seenBy);
    const deck = await addDeck(teacher, `class ${index}`, seenBy);
    await addDeck(teacher, `teacher ${index} alone`, []);
    await must(teacher.raw('POST', `/api/classes/${classId}/decks`, { body: { deck_id: deck.id } }));
    for (const is_hidden of [false, true]) {
      const of = `${is_hidden ? 'hidden ' : ''}exam of class ${index}`;
      const see = is_hidden ? [] : seenBy;
      const body = examBody('ABCD', {
        is_hidden,
        // The class's students see that there is one, with its button disabled.
        title: mark(`title of ${of}`, seenBy),
        main_content_type: 'text',
        main_text: mark(`text of ${of}`, see),
      });
      for (const question of body.questions) question.option_a = mark(`option of ${of}`, see);
      const exam = await givenExam(teacher, [classId], body);
      ids.exams.push(exam.id);
      ids.questions.push(...exam.questions.map(({ id }) => id));
      if (!is_hidden)
        for (const student of own.slice(0, 1)) {
          await must(student.raw('GET', `/api/exams/${exam.id}`));
          const answers = answersOf(exam, 'ABBB');
          await must(student.raw('POST', `/api/exams/${exam.id}/submit`, { body: { answers } }));
        }
    }
    for (const student of own) {
      const seconds = SECONDS[students.indexOf(student)]!;
      const id = randomUUID();
      marks.push({ value: seconds, what: `time of student ${student.id}`, seenBy: [student.id] });
      marks.push({ value: id, what: `an answer's id of student ${student.id}`, seenBy: [student.id] });
      reviews.push(id);
      await must(
        student.raw('POST', `/api/cards/${deck.cards[0]}/progress`, {
          body: { status: 2, time_spent: seconds },
          headers: { 'idempotency-key': id },
        }),
      );
      const limits = { new_cards_per_day: 7, max_cards_per_day: 8_000 + students.indexOf(student) };
      await must(student.raw('POST', `/api/decks/${deck.id}/settings`, { body: limits }));
      marks.push({
        value: limits.max_cards_per_day,
        what: `limit of student ${student.id}`,
        seenBy: [student.id],
      });
    }
  }
  const { rows } = await api.pool.query<{ hash: string }>('select password_hash as hash from users');
  for (const { hash } of rows) marks.push({ value: hash, what: "a password's hash", seenBy: [] });
  await api.pool.query('update site_settings set students_make_decks = true');
  const [keeper] = students as [TestAccount];
  const ownDeck = await addDeck(keeper, 'an own deck', [keeper.id]);
  // Studied, so that it has its rows wherever answers are counted.
  await must(
    keeper.raw('POST', `/api/cards/${ownDeck.cards[0]}/progress`, {
      body: { status: 2, time_spent: 3 },
      headers: { 'idempotency-key': randomUUID() },
    }),
  );
  ids.imports.push(await importForOneself(api, keeper, (what) => mark(what, [keeper.id])));
  await api.project();
  return { students, teachers: [...teachers], marks, ids, reviews };
}

/** A student has a file checked for an own deck. Returns the import's id. */
export async function importForOneself(
  api: TestApi,
  student: TestAccount,
  mark: (what: string) => string,
): Promise<number> {
  const cards = [1, 2].map(() => ({
    front: mark('front of an own import'),
    back: mark('back of an own import'),
    // It has a problem, which names it.
    level: mark('level of an own import'),
  }));
  const file = fileOf(JSON.stringify(cards), `${mark('file of an own import')}.json`, 'application/json');
  const { id, status } = await ownImports(api).importAs(student, {
    title: mark('title of an own import'),
    check_only: '1',
    json_file: file,
  });
  if (status !== 'checked') throw new Error(status);
  return id;
}

function numbersOf(value: unknown, found: Set<number>): Set<number> {
  if (typeof value === 'number') found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) numbersOf(part, found);
  return found;
}

/** The marks that stand in an answer: in its head, or anywhere in its body. */
export function marksIn(marks: Mark[], head: string, body: string): Mark[] {
  const text = `${head}\n${body}`;
  const numbers = numbersOf(/^[[{]/.test(body) ? JSON.parse(body) : body, new Set());
  return marks.filter(({ value }) => (typeof value === 'string' ? text.includes(value) : numbers.has(value)));
}
