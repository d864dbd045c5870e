import { randomUUID } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import t from 'tap';
import { spacedCode } from '../../core/text/code-text.ts';
import { tidyLine, tidyText } from '../../core/text/tidy-text.ts';
import { newClass } from '../classroom/class-calls.ts';
import { examBody } from '../exam/given-exams.ts';
import { startApi } from '../harness/api-harness.ts';
import { contracts } from './all-contracts.ts';

/** The texts that a schema has, each by its path. */
function textsOf(schema: TSchema | undefined, path: string): string[] {
  if (!schema || 'const' in schema) return [];
  const parts: [string, TSchema][] = [
    ...Object.entries((schema.properties ?? {}) as Record<string, TSchema>).map(
      ([name, part]) => [`${path}.${name}`, part] as [string, TSchema],
    ),
    ...Object.values((schema.patternProperties ?? {}) as Record<string, TSchema>).map(
      (part) => [`${path}.*`, part] as [string, TSchema],
    ),
    ...(schema.items ? [[`${path}[]`, schema.items as TSchema] as [string, TSchema]] : []),
    ...[...((schema.anyOf ?? []) as TSchema[]), ...((schema.allOf ?? []) as TSchema[])].map(
      (part) => [path, part] as [string, TSchema],
    ),
  ];
  return [...(schema.type === 'string' ? [path] : []), ...parts.flatMap(([at, part]) => textsOf(part, at))];
}

const fields = [
  ...new Set(
    contracts.flatMap(({ method, url, schema }) =>
      (['params', 'querystring', 'headers', 'body'] as const).flatMap((part) =>
        textsOf(schema[part], `${method} ${url} ${part}`),
      ),
    ),
  ),
];

const api = await startApi(t);
const [admin, teacher, student] = [
  await api.register('admin'),
  await api.register('teacher', { name: 'Cô Hoa' }),
  await api.register('student'),
];
const deck = await api.addDeck(teacher.id, [{ front: 'a', back: 'b' }]);
const official = await api.addDeck(admin.id, 1, { official: true });
const classId = await newClass(teacher, deck.id, { students: [student] });

const kept = async (table: 'users' | 'decks' | 'classes' | 'exams' | 'cards', name: string, id: number) =>
  (await api.pool.query(`select ${name} as kept from ${table} where id = $1`, [id])).rows[0].kept;
const address = () => `${randomUUID()}@example.org`;
const newDeck = (body: object) => teacher.unchecked('POST /api/decks', { body: { title: 'x', ...body } });
const newExam = (body: object) =>
  teacher.unchecked('POST /api/exams', { body: { ...examBody('A'), ...body } });
const ofDeck = { params: { deckId: deck.id } };
const edit = (body: object) =>
  teacher.unchecked('POST /api/decks/:deckId/cards/edits', {
    ...ofDeck,
    body: { key: randomUUID(), edit: body },
  });
const dataOf = <T>(answer: { body: unknown }): T => (answer.body as { data: T }).data;
/** The account that is made of a row of a list. */
const roster = async (row: object): Promise<{ name: string; user_name: string; email: string | null }> => {
  const body = { key: randomUUID(), rows: [{ name: 'Lan', user_name: null, email: null, ...row }] };
  await teacher.data('POST /api/classes/:classId/roster', { params: { classId }, body });
  return (await api.pool.query('select name, user_name, email from users order by id desc limit 1')).rows[0];
};

/** What becomes of a text that is a name: one line. */
const NAMES: Record<string, (name: string) => Promise<string>> = {
  'POST /api/register body.name': async (name) =>
    kept('users', 'name', (await api.registerByCall('student', { name })).id),
  'PATCH /api/me body.name': async (name) => (await student.data('PATCH /api/me', { body: { name } })).name,
  'POST /api/classes body.name': async (name) =>
    kept(
      'classes',
      'name',
      (await teacher.data('POST /api/classes', { body: { name, deck_id: deck.id } })).id,
    ),
  'PATCH /api/classes/:classId body.name': async (name) =>
    (await teacher.data('PATCH /api/classes/:classId', { params: { classId }, body: { name } })).name,
  'POST /api/classes/:classId/copy body.name': async (name) =>
    kept(
      'classes',
      'name',
      (await teacher.data('POST /api/classes/:classId/copy', { params: { classId }, body: { name } })).id,
    ),
  'POST /api/decks body.title': async (title) =>
    kept('decks', 'title', dataOf<{ id: number }>(await newDeck({ title })).id),
  'PATCH /api/decks/:deckId body.title': async (title) =>
    (await teacher.data('PATCH /api/decks/:deckId', { ...ofDeck, body: { title } })).title,
  'PATCH /api/admin/official-decks/:deckId body.title': async (title) =>
    (
      await admin.data('PATCH /api/admin/official-decks/:deckId', {
        params: { deckId: official.id },
        body: { title },
      })
    ).title,
  'POST /api/decks/with-cards body.title': async (title) =>
    kept(
      'decks',
      'title',
      dataOf<{ deck_id: number }>(
        await teacher.unchecked('POST /api/decks/with-cards', {
          body: { key: randomUUID(), title, cards: [{ front: 'x', back: 'y' }] },
        }),
      ).deck_id,
    ),
  'POST /api/exams body.title': async (title) =>
    kept('exams', 'title', dataOf<{ id: number }>(await newExam({ title })).id),
  'POST /api/admin/site-settings body.title': async (title) =>
    (await admin.data('POST /api/admin/site-settings', { body: { title } })).title ?? '',
  'POST /api/classes/:classId/roster body.rows[].name': async (name) => (await roster({ name })).name,
  'POST /api/decks body.tags[]': async (tag) =>
    (await kept('decks', 'tags', dataOf<{ id: number }>(await newDeck({ tags: [tag] })).id))[0],
  'POST /api/decks/:deckId/cards/edits body.edit.add[]': async (tag) => {
    await edit({ act: 'tags', ids: deck.cards, add: [tag], remove: [] });
    return (await kept('cards', 'tags', deck.cards[0]!))[0];
  },
};

/** What becomes of any other text. */
const TEXTS: Record<string, (text: string) => Promise<string>> = {
  'POST /api/decks/:deckId/cards body.front': async (front) =>
    (await teacher.data('POST /api/decks/:deckId/cards', { ...ofDeck, body: { front, back: 'x' } })).front,
  'POST /api/decks/:deckId/cards body.definition': async (definition) =>
    (
      await teacher.data('POST /api/decks/:deckId/cards', {
        ...ofDeck,
        body: { front: 'x', back: 'y', definition },
      })
    ).definition ?? '',
  'POST /api/decks body.description': async (description) =>
    kept('decks', 'description', dataOf<{ id: number }>(await newDeck({ description })).id),
  'POST /api/exams body.questions[].option_a': async (option_a) => {
    const { questions } = examBody('A');
    const { id } = dataOf<{ id: number }>(await newExam({ questions: [{ ...questions[0]!, option_a }] }));
    return (await teacher.data('GET /api/exams/:examId', { params: { examId: id } })).questions[0]!.option_a;
  },
};

/** Whom or what a login or an address means that is typed so. */
const LOGINS: Record<string, (typed: string, email: string) => Promise<unknown>> = {
  'POST /api/register body.email': async (typed) =>
    (await api.registerByCall('student', { email: typed })).id && 'new',
  'POST /api/login body.email': async (typed, email) => {
    const { id } = await api.register('student', { email });
    const body = { email: typed, password: teacher.password };
    return (await api.call('POST /api/login', { body })).body.user.id === id && 'known';
  },
  'POST /api/admin/login body.email': async (typed, email) => {
    await api.register('admin', { email });
    const body = { email: typed, password: admin.password };
    return (await api.call('POST /api/admin/login', { body })).status;
  },
  'POST /api/colleagues/find body.login': async (typed, email) => {
    await api.register('teacher', { email });
    return (await teacher.data('POST /api/colleagues/find', { body: { login: typed } })).login;
  },
  'POST /api/decks/:deckId/shares body.login': async (typed, email) => {
    await api.register('teacher', { email });
    const body = { login: typed, may: 'use' };
    return (await teacher.unchecked('POST /api/decks/:deckId/shares', { ...ofDeck, body })).status;
  },
  'POST /api/classes/:classId/roster body.rows[].email': async (email) => (await roster({ email })).email,
  'POST /api/classes/:classId/roster body.rows[].user_name': async (typed) =>
    (await roster({ user_name: typed.replace(/[@＠].*$/, '') })).user_name,
  'POST /api/admin/site-settings body.contact_email': async (typed) =>
    (await admin.data('POST /api/admin/site-settings', { body: { contact_email: typed } })).contact_email,
};

/** Whether a search finds a row that an earlier version kept so. */
const SEARCHES: Record<string, (search: string, row: string) => Promise<unknown[]>> = {
  'GET /api/decks/:deckId/cards querystring.search': async (search, front) => {
    const { id } = await api.addDeck(teacher.id, [
      { front, back: '-' },
      { front: 'other', back: '-' },
    ]);
    return teacher.data('GET /api/decks/:deckId/cards', { params: { deckId: id }, query: { search } });
  },
  'GET /api/admin/decks/:deckId/cards querystring.search': async (search, front) => {
    const { id } = await api.addDeck(teacher.id, [
      { front, back: '-' },
      { front: 'other', back: '-' },
    ]);
    return admin.data('GET /api/admin/decks/:deckId/cards', { params: { deckId: id }, query: { search } });
  },
  'GET /api/decks/:deckId/own-cards querystring.search': async (search, front) => {
    const { id } = await api.addDeck(
      admin.id,
      [
        { front, back: '-' },
        { front: 'other', back: '-' },
      ],
      { official: true },
    );
    return student.data('GET /api/decks/:deckId/own-cards', { params: { deckId: id }, query: { search } });
  },
  'GET /api/decks/:deckId/cram querystring.tag': async (tag, row) => {
    const { id } = await api.addDeck(admin.id, 2, { official: true });
    await api.pool.query(`update cards set tags = array[$2] where deck_id = $1 and front = 'front 1'`, [
      id,
      row,
    ]);
    const counts = await student.data('GET /api/decks/:deckId/cram', {
      params: { deckId: id },
      query: { tag },
    });
    return Array(Math.max(...Object.values(counts).filter((count) => typeof count === 'number')));
  },
  'GET /api/students querystring.search': async (search, name) => {
    const one = await api.register('student', { name });
    await newClass(teacher, deck.id, { students: [one] });
    return (await teacher.data('GET /api/students', { query: { search } })).filter(
      ({ student_id }) => student_id === one.id,
    );
  },
  'GET /api/admin/people querystring.search': async (search, name) => {
    const { id } = await api.register('student', { name });
    return (await admin.data('GET /api/admin/people', { query: { search } })).filter((one) => one.id === id);
  },
  'GET /api/admin/search querystring.search': async (search, name) => {
    await api.pool.query('delete from classes where name = $1', [name]);
    await api.pool.query('insert into classes (teacher_id, name) values ($1, $2)', [teacher.id, name]);
    return (await admin.data('GET /api/admin/search', { query: { search } })).filter(
      ({ kind }) => kind === 'class',
    );
  },
  'GET /api/admin/acts querystring.person': async (person, name) => {
    const { id } = await api.register('teacher', { name });
    await api.sql`insert into acts (actor_id, act, person_id) values (${id}, 'person.disabled', ${id})`;
    return (await admin.data('GET /api/admin/acts', { query: { person } })).filter(
      ({ actor }) => actor?.id === id,
    );
  },
};

/** The others, which go the same way as one that is tried, or are taken letter by letter for a reason. */
const LIKE: readonly (readonly [RegExp, string])[] = [
  [
    /body(\.edit)?(\.cards\[\])?\.(front|back|example_sentence|definition|part_of_speech|level)$/,
    'POST /api/decks/:deckId/cards body.front',
  ],
  [/body\.texts\.\w+$/, 'POST /api/decks/:deckId/cards body.front'],
  [
    /exams\S*( \S+)? body\.(main_text|questions\[\]\.(question_text|option_[a-d]))$/,
    'POST /api/exams body.questions[].option_a',
  ],
  [/exams\/:examId body\.title$/, 'POST /api/exams body.title'],
  [/decks\S* body\.description$/, 'POST /api/decks body.description'],
  [/imports body\.(title|description|official_button_label)$/, 'POST /api/decks body.title'],
  [
    /official-decks\S* body\.(official_button_label|description)$/,
    'PATCH /api/admin/official-decks/:deckId body.title',
  ],
  [/decks\/:deckId body\.tags\[\]$/, 'POST /api/decks body.tags[]'],
  [/body\.edit\.remove\[\]$/, 'POST /api/decks/:deckId/cards/edits body.edit.add[]'],
  [/students\/:studentId body\.name$/, 'POST /api/classes/:classId/roster body.rows[].name'],
  [/roster\/check body\.rows\[\]\.name$/, 'POST /api/classes/:classId/roster body.rows[].name'],
  [/roster\/check body\.rows\[\]\.(user_name|email)$/, 'POST /api/classes/:classId/roster body.rows[].email'],
  [/(me\/email|forgotten-password|invitations) body\.email$/, 'POST /api/register body.email'],
  [/owner body\.login$/, 'POST /api/decks/:deckId/shares body.login'],
  [/cram\S* querystring\.tag$/, 'GET /api/decks/:deckId/cram querystring.tag'],
  [/(people|acts)\/export querystring\.(search|person)$/, 'GET /api/admin/people querystring.search'],
];
const AS_IT_COMES: readonly (readonly [RegExp, string])[] = [
  [/\.(key|idempotency-key|device|token|reviewId|seen|after|next)$/, 'programs make it'],
  [/further-files querystring\.file$/, 'the address of a file, as the card names it'],
  [/(school|by-school|school-login) body\.code$/, 'the login of the school makes it'],
  [/password(_confirmation)?$/, 'a password has forms of its own (ACC-36)'],
  [/\.(time_zone|projection|projections\[\]|include|into_deck)$/, 'a name or number of a list'],
  [/\.(\w+_at|read_to|open_until|since|until|day|\w+_date)$/, 'a moment or a day'],
  [/batch body\.requests\[\]/, 'addresses of calls, each of which is checked by itself'],
  [/body\.columns(\.\w+)?$/, 'names of columns as they stand in the file'],
  [/body\.audio_source_path$/, 'a path as it stands in the archive'],
  [/report body\.note$/, 'tidied, for people to read; a test of reports has it'],
  [/pictures\/:side body\.alt$/, 'tidied, for people to read; a test of pictures has it'],
  [/progress body\.answer$/, 'compared, never kept: PRA-01 and test/text try it'],
  [/(register|class-codes\S*) (body|params)\.code$/, 'a code: below, and ENT-05'],
];

t.test('GLB-22 each text of a call is tried, goes the way of one that is, or has its reason', (t) => {
  const tried = new Set([NAMES, TEXTS, LOGINS, SEARCHES].flatMap((table) => Object.keys(table)));
  const known = (field: string) =>
    tried.has(field) || [...LIKE, ...AS_IT_COMES].some(([pattern]) => pattern.test(field));
  t.same(
    fields.filter((field) => !known(field)),
    [],
  );
  t.same(
    [...tried].filter((field) => !fields.includes(field)),
    [],
  );
  for (const [pattern, like] of [...LIKE, ...AS_IT_COMES]) {
    t.ok(
      fields.some((field) => pattern.test(field)),
      String(pattern),
    );
    if (LIKE.some((row) => row[0] === pattern)) t.ok(tried.has(like), like);
  }
  t.end();
});

t.test('GLB-20 GLB-22 every name is kept as one line, every text with what means something', async (t) => {
  const name = `\ufeff \u200bLa\u0301 co\u0300\u00a0 "a–b" \u3000👨\u200d👩 ${'\u00ad'}${randomUUID().slice(0, 8)} \u200b`;
  for (const [field, keep] of Object.entries(NAMES)) t.equal(await keep(name), tidyLine(name), field);
  const text = '\ufeff \u200bLa\u0301 “x”\u00a0 y\n👨\u200d👩 می\u200cخواهم \u200b';
  for (const [field, keep] of Object.entries(TEXTS)) t.equal(await keep(text), tidyText(text), field);
});

t.test('GLB-19 GLB-22 every address and login is taken as it is seen', async (t) => {
  const forms = [
    (email: string) => ` ${email}\u00a0`,
    (email: string) => `\ufeff${email.replace('@', '\u200b＠')}\u202c`,
    (email: string) => email.replace('example', 'exam\u00adple'),
  ];
  for (const [field, meant] of Object.entries(LOGINS))
    for (const form of forms) {
      const [one, other] = [address(), address()];
      t.same(
        String(await meant(form(one), one)).replace(one.split('@')[0]!, ''),
        String(await meant(other, other)).replace(other.split('@')[0]!, ''),
        `${field} ${JSON.stringify(form('a@example.org'))}`,
      );
    }
});

t.test('GLB-19 GLB-21 GLB-22 every search finds what looks the same, as it is kept since ever', async (t) => {
  const rows = [
    ['hòa bình', ['hoà bình', 'HÒA\u00a0BÌNH', 'ho\u00adà bi\u0300nh\u200b', 'hoa binh', '\ufeffhòa bình']],
    ['kho\u00adẻ “ma\u0323nh”'.normalize('NFD'), ['khoẻ "mạnh"', 'khỏe “mạnh”', 'khoe "manh"']],
    ['well\u2011known o’clock', ["well-known o'clock", 'WELL–KNOWN o´clock', 'ｗｅｌｌ-known o’clock']],
  ] as const;
  for (const [field, find] of Object.entries(SEARCHES))
    for (const [row, searches] of rows)
      for (const search of searches) {
        // A tag is named as a whole, and its accents count.
        if (field.includes('tag') && /hoa binh|khoe/.test(search)) continue;
        t.equal(
          (await find(search, row)).length,
          1,
          `${field} ${JSON.stringify(search)} ${JSON.stringify(row)}`,
        );
      }
  t.equal((await SEARCHES['GET /api/decks/:deckId/cards querystring.search']!('hoả', 'hòa')).length, 0);
});

t.test('GLB-19 JOI-01 a code is read by what is seen of it', async (t) => {
  const { code } = await teacher.data('GET /api/classes/:classId/code', { params: { classId } });
  for (const form of [
    spacedCode(code),
    `“${code}”`,
    `\ufeff${code}\u200b`,
    `${code.slice(0, 3)}\u00ad‑${code.slice(3)}`,
  ]) {
    const params = { code: encodeURIComponent(form) };
    const { body } = await student.unchecked('GET /api/class-codes/:code', { params });
    t.match(body, { data: { class_id: classId } }, JSON.stringify(form));
  }
});
