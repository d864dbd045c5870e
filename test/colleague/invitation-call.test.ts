import t, { type Test } from 'tap';
import { CLASS_TEACHERS_MAX } from '../../core/colleague/colleague-limits.ts';
import { deleteEndedInvitations } from '../../core/colleague/invitation.ts';
import { newClass } from '../classroom/class-calls.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { postOffice } from '../mail/post-office.ts';
import { actsOf, as, invitedTo, joinAsTeacher } from './taught-classes.ts';

const api = await startApi(t);

const start = async () => {
  const owner = await api.register('teacher', { name: 'Cô Hoa' });
  const guest = await api.register('teacher', { name: 'Thầy Nam' });
  const deck = await api.addDeck(owner.id, 1);
  const classId = await newClass(owner, deck.id, { name: '10A' });
  return { owner, guest, classId };
};
const accept = (account: TestAccount, token: string) =>
  as(account)('POST /api/class-invitation-links/:token/accept', { token });
const find = (account: TestAccount, token: string) =>
  as(account)('GET /api/class-invitation-links/:token', { token });
const teachersOf = async (owner: TestAccount, classId: number) =>
  (await as(owner)('GET /api/classes/:classId/teachers', { classId })).data;
const invite = (owner: TestAccount, classId: number, email: string | null) =>
  as(owner)('POST /api/classes/:classId/invitations', { classId }, { body: { email } });

t.test('COL-06 a link shows the class, lets one teacher in, and is kept as a hash', async (t) => {
  const { owner, guest, classId } = await start();
  const made = await invite(owner, classId, null);
  const days = (Date.parse(made.data.ends_at) - Date.now()) / 86_400_000;
  t.ok(days > 13.9 && days < 14.1, `${days} days`);
  const { token } = made.data;
  const { rows } = await api.pool.query('select row_to_json(i)::text as text from class_invitations i');
  t.notOk(JSON.stringify(rows).includes(token));
  t.match((await find(guest, token)).data, { class_id: classId, class_name: '10A', owner_name: 'Cô Hoa' });
  t.match((await teachersOf(owner, classId)).invitations, [{ email: null }]);
  t.same(await accept(guest, token), {
    status: 200,
    code: undefined,
    data: { class_id: classId, class_name: '10A' },
  });
  const { teachers, invitations } = await teachersOf(owner, classId);
  t.match(teachers, [
    { id: owner.id, name: 'Cô Hoa', is_owner: true, since: null },
    { id: guest.id, name: 'Thầy Nam', is_owner: false, since: /^\d/ },
  ]);
  t.same(invitations, []);
  t.match((await as(guest)('GET /api/classes')).data, [
    { id: classId, is_teacher: true, is_owner: false, teacher_name: 'Cô Hoa' },
  ]);
  t.match((await as(guest)('GET /api/teacher/home')).data.classes, [{ id: classId, owner_name: 'Cô Hoa' }]);
  t.same(await actsOf(api, classId), ['class.made', 'class.teacher_invited', 'class.teacher_joined']);
});

t.test('COL-07 used, ended, taken back and unknown invitations are refused; nothing changes', async (t) => {
  const { owner, guest, classId } = await start();
  const late = await api.register('teacher');
  const used = await invitedTo(owner, classId);
  t.equal((await accept(guest, used)).status, 200);
  t.equal((await accept(guest, used)).status, 200, 'once more after the answer was lost');
  const ended = await invitedTo(owner, classId);
  await api.pool.query('update class_invitations set ends_at = now() where accepted_by is null');
  const takenBack = (await invite(owner, classId, null)).data;
  const params = { classId, invitationId: takenBack.id };
  const withdraw = () => as(owner)('DELETE /api/classes/:classId/invitations/:invitationId', params);
  t.equal((await withdraw()).status, 200);
  t.equal((await withdraw()).code, 'invitation_unknown');
  for (const [token, code] of [
    [used, 'invitation_used'],
    [ended, 'invitation_ended'],
    [takenBack.token, 'invitation_unknown'],
    ['A'.repeat(43), 'invitation_unknown'],
  ] as const) {
    t.equal((await find(late, token)).code, code);
    t.equal((await accept(late, token)).code, code);
  }
  t.equal((await accept(late, 'short')).code, 'validation_failed');
  const open = await invitedTo(owner, classId);
  const [student, admin] = [await api.register('student'), await api.register('admin')];
  t.equal((await accept(student, open)).code, 'wrong_role');
  t.equal((await accept(admin, open)).code, 'wrong_role');
  t.equal((await accept(owner, open)).code, 'already_class_teacher');
  t.equal((await accept(guest, open)).code, 'already_class_teacher');
  t.equal((await teachersOf(owner, classId)).teachers.length, 2);
  t.equal((await accept(late, open)).status, 200, 'none of them has used it');
});

t.test('COL-07 SL-183 who was taken out does not come back by the link that they used', async (t) => {
  const { owner, guest, classId } = await start();
  const token = await invitedTo(owner, classId);
  await accept(guest, token);
  await as(owner)('DELETE /api/classes/:classId/teachers/:teacherId', { classId, teacherId: guest.id });
  t.equal((await accept(guest, token)).code, 'invitation_used');
  t.equal((await teachersOf(owner, classId)).teachers.length, 1);
});

t.test('COL-08 of two who accept one link at once, one teaches the class', async (t) => {
  const { owner, classId } = await start();
  for (let round = 0; round < 5; round++) {
    const both = [await api.register('teacher'), await api.register('teacher')];
    const token = await invitedTo(owner, classId);
    const answers = await Promise.all(both.map((one) => accept(one, token)));
    t.same(answers.map(({ status, code }) => code ?? status).sort(), [200, 'invitation_used']);
    t.equal((await teachersOf(owner, classId)).teachers.length, round + 2);
  }
});

t.test('COL-08 a link that is taken back while it is accepted is one of both', async (t) => {
  const { owner, classId } = await start();
  for (let round = 0; round < 5; round++) {
    const guest = await api.register('teacher');
    const { id, token } = (await invite(owner, classId, null)).data;
    const before = (await teachersOf(owner, classId)).teachers.length;
    const [taken, came] = await Promise.all([
      as(owner)('DELETE /api/classes/:classId/invitations/:invitationId', { classId, invitationId: id }),
      accept(guest, token),
    ]);
    const after = (await teachersOf(owner, classId)).teachers.length;
    t.equal(after - before, came.status === 200 ? 1 : 0);
    t.not(taken.status === 200, came.status === 200);
  }
});

t.test('COL-06 COL-09 an account finds the invitation to its address, and accepts or declines', async (t) => {
  const { owner, guest, classId } = await start();
  const mine = as(guest);
  const invitation = (await invite(owner, classId, guest.email.toUpperCase())).data;
  const params = { invitationId: invitation.id };
  t.match((await mine('GET /api/class-invitations')).data, [
    { id: invitation.id, class_id: classId, class_name: '10A', owner_name: 'Cô Hoa' },
  ]);
  const other = as(await api.register('teacher'));
  t.same((await other('GET /api/class-invitations')).data, []);
  t.equal(
    (await other('POST /api/class-invitations/:invitationId/accept', params)).code,
    'invitation_unknown',
  );
  t.equal((await other('DELETE /api/class-invitations/:invitationId', params)).code, 'invitation_unknown');
  t.equal((await mine('DELETE /api/class-invitations/:invitationId', params)).status, 200);
  t.same((await mine('GET /api/class-invitations')).data, []);
  t.equal(
    (await mine('POST /api/class-invitations/:invitationId/accept', params)).code,
    'invitation_unknown',
  );
  t.equal((await accept(guest, invitation.token)).code, 'invitation_unknown', 'nor by its link');

  const second = (await invite(owner, classId, guest.email)).data;
  const answer = await mine('POST /api/class-invitations/:invitationId/accept', { invitationId: second.id });
  t.same(answer.data, { class_id: classId, class_name: '10A' });
  t.same((await mine('GET /api/class-invitations')).data, []);
  const { rows } = await api.pool.query('select email from class_invitations where id = $1', [second.id]);
  t.same(rows, [{ email: null }], 'the address is not kept');
});

t.test('COL-06 an address has one invitation, and none to a class that it teaches', async (t) => {
  const { owner, guest, classId } = await start();
  const first = (await invite(owner, classId, guest.email)).data;
  const second = (await invite(owner, classId, guest.email)).data;
  t.match((await as(guest)('GET /api/class-invitations')).data, [{ id: second.id }]);
  t.equal((await accept(guest, first.token)).code, 'invitation_unknown');
  await joinAsTeacher(owner, classId, guest);
  t.same((await as(guest)('GET /api/class-invitations')).data, []);
  t.equal((await invite(owner, classId, guest.email)).code, 'already_class_teacher');
  t.equal((await invite(owner, classId, owner.email)).code, 'already_class_teacher');
});

t.test('COL-07 two weeks after an invitation ended, the address of an absentee is forgotten', async (t) => {
  const { classId } = await start();
  await api.sql`insert into class_invitations (class_id, email, token_hash, ends_at) values
    (${classId}, 'long@example.org', sha256('long'), now() - interval '15 days'),
    (${classId}, 'lately@example.org', sha256('lately'), now() - interval '13 days')`;
  await deleteEndedInvitations(api.pool);
  const rows = await api.sql`select email from class_invitations where class_id = ${classId}`;
  t.same(column(rows, 'email'), ['lately@example.org']);
});

t.test('COL-06 SL-181 who registers later with the address comes by the link alone', async (t) => {
  const { owner, classId } = await start();
  const email = `later-${classId}@example.org`;
  const invitation = (await invite(owner, classId, email)).data;
  const later = await api.register('teacher', { email });
  t.same((await as(later)('GET /api/class-invitations')).data, []);
  const params = { invitationId: invitation.id };
  t.equal(
    (await as(later)('POST /api/class-invitations/:invitationId/accept', params)).code,
    'invitation_unknown',
  );
  t.equal((await accept(later, invitation.token)).status, 200);
});

t.test('COL-23 an address that was taken after its invitation brings nobody to the class', async (t) => {
  const { owner, guest, classId } = await start();
  const email = `head-${classId}@example.org`;
  const { id: invitationId } = (await invite(owner, classId, email)).data;
  const body = { email, current_password: guest.password };
  t.equal((await as(guest)('POST /api/me/email', {}, { body })).status, 200);
  t.same((await as(guest)('GET /api/class-invitations')).data, []);
  const answer = await as(guest)('POST /api/class-invitations/:invitationId/accept', { invitationId });
  t.equal(answer.code, 'invitation_unknown');
});

t.test('COL-23 where letters are sent, an address is somebody’s who has confirmed it', async (t) => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.org', PUBLIC_URL: 'http://nho.test' };
  const school = await startApi(t, { env });
  const owner = await school.register('teacher');
  const mallory = await school.register('teacher', { name: 'Mallory' });
  const deck = await school.addDeck(owner.id, 1);
  const classId = await newClass(owner, deck.id);
  const given = async () => {
    const { id: invitationId } = (await invite(owner, classId, mallory.email)).data;
    const params = { deckId: deck.id };
    const shared = await as(owner)('POST /api/decks/:deckId/shares', params, {
      body: { login: mallory.email, may: 'edit' },
    });
    const found = await as(owner)('POST /api/colleagues/find', {}, { body: { login: mallory.email } });
    return [
      (await as(mallory)('GET /api/class-invitations')).data.length,
      (await as(mallory)('POST /api/class-invitations/:invitationId/accept', { invitationId })).code,
      shared.code,
      found.code ?? found.data.name,
    ];
  };
  t.same(await given(), [0, 'invitation_unknown', 'colleague_unknown', 'colleague_unknown']);
  await school.sql`update users set email_confirmed_at = now() where id = ${mallory.id}`;
  t.same(await given(), [1, undefined, undefined, 'Mallory']);
});

const post = await postOffice(t);
const SITE = 'https://nho.example.org';

/** A site that sends letters, an owner with a class, and what the worker does. */
async function startWithLetters(t: Test) {
  const env = { SMTP_URL: post.url, MAIL_FROM: 'a@example.org', PUBLIC_URL: SITE };
  const school = await startApi(t, { env });
  const owner = await school.register('teacher', { name: 'Cô Hoa' });
  const deck = await school.addDeck(owner.id, 1);
  const classId = await newClass(owner, deck.id, { name: 'Lớp 10A' });
  const { sender, givenUp } = await post.senderOf(t, school.pool, SITE);
  /** Sends what waits, and returns what the links of the letters to an address end with. */
  const linksTo = async (address: string) => {
    await sender.poll();
    return post.to(address).map(({ text }) => /\/teach\/([\w-]{43})\b/.exec(text)?.[1] ?? '');
  };
  const waiting = async () => (await school.sql`select address from letters`).length;
  return { school, owner, classId, givenUp, linksTo, waiting };
}

t.test(
  'COL-25 MAI-09 every address that is invited gets a letter whose link leads to the class',
  async (t) => {
    const { school, owner, classId, linksTo } = await startWithLetters(t);
    const address = 'co.mai@example.org';
    const made = await invite(owner, classId, 'Co.Mai@example.org');
    t.equal(made.data.letter, true);
    const [link = ''] = await linksTo(address);
    const { text } = post.to(address)[0]!;
    t.match(text, /Chào bạn,/, 'in the language of the site');
    t.notMatch(text, /Lớp 10A|Cô Hoa/, 'neither class nor teacher');
    t.not(link, made.data.token, 'it has a link of its own');
    const { rows } = await school.pool.query('select row_to_json(i)::text as text from class_invitations i');
    t.notOk(JSON.stringify(rows).includes(link), 'of which only the hash is kept');

    const late = await school.register('teacher', { email: address });
    t.match((await find(late, link)).data, {
      class_id: classId,
      class_name: 'Lớp 10A',
      owner_name: 'Cô Hoa',
    });
    t.equal((await accept(late, link)).status, 200, 'with an account that was made since, unconfirmed');
    t.equal((await accept(late, link)).status, 200, 'once more after the answer was lost');
    const other = await school.register('teacher');
    for (const token of [link, made.data.token])
      t.equal((await accept(other, token)).code, 'invitation_used');
  },
);

t.test(
  'COL-25 a confirmed account has its letter and finds the invitation at home: both are one',
  async (t) => {
    const { school, owner, classId, linksTo } = await startWithLetters(t);
    const mai = await school.register('teacher', { name: 'Cô Mai' });
    await school.sql`update users set email_confirmed_at = now(), language = 'en' where id = ${mai.id}`;
    const atHome = async () => (await as(mai)('GET /api/class-invitations')).data;
    const { id: invitationId, token } = (await invite(owner, classId, mai.email)).data;
    const [link = ''] = await linksTo(mai.email);
    t.match(post.to(mai.email)[0]!.text, /Hello Cô Mai,/);
    t.match(await atHome(), [{ id: invitationId }]);
    t.equal(
      (await as(mai)('POST /api/class-invitations/:invitationId/accept', { invitationId })).status,
      200,
    );
    const nam = await school.register('teacher');
    for (const one of [link, token]) t.equal((await accept(nam, one)).code, 'invitation_used');

    const secondClass = await newClass(owner, (await school.addDeck(owner.id, 1)).id);
    await invite(owner, secondClass, mai.email);
    const second = (await linksTo(mai.email)).at(-1)!;
    t.equal((await accept(mai, second)).status, 200);
    t.same(await atHome(), [], 'nor is it at home any more');
  },
);

t.test('COL-25 an invitation that is over sends no letter, and the link of its letter is dead', async (t) => {
  const { school, owner, classId, linksTo, waiting, givenUp } = await startWithLetters(t);
  const mai = await school.register('teacher');
  await school.sql`update users set email_confirmed_at = now() where id = ${mai.id}`;
  const withdraw = (invitationId: number) =>
    as(owner)('DELETE /api/classes/:classId/invitations/:invitationId', { classId, invitationId });
  const decline = (invitationId: number) =>
    as(mai)('DELETE /api/class-invitations/:invitationId', { invitationId });
  const acceptAtHome = (invitationId: number) =>
    as(mai)('POST /api/class-invitations/:invitationId/accept', { invitationId });
  const end = (id: number) => school.sql`update class_invitations set ends_at = now() where id = ${id}`;
  const again = () => invite(owner, classId, mai.email);
  const guest = await school.register('teacher');
  for (const [how, over, code] of [
    ['taken back', withdraw, 'invitation_unknown'],
    ['replaced', again, 'invitation_unknown'],
    ['declined', decline, 'invitation_unknown'],
    ['ended', end, 'invitation_ended'],
    ['accepted', acceptAtHome, 'invitation_used'],
  ] as const) {
    await school.sql`delete from login_attempts`;
    const sent = (await again()).data.id;
    const link = (await linksTo(mai.email)).at(-1)!;
    await over(sent);
    t.equal((await accept(guest, link)).code, code, `${how}: its link`);
    await school.sql`delete from class_teachers where class_id = ${classId}`;
    await school.sql`delete from class_invitations where class_id = ${classId}`;
    const before = (await linksTo(mai.email)).length;
    await over((await again()).data.id);
    t.equal(await waiting(), ['replaced', 'ended'].includes(how) ? 1 : 0, `${how}: what waits`);
    const after = await linksTo(mai.email);
    t.equal(after.length - before, how === 'replaced' ? 1 : 0, `${how}: letters`);
    t.equal(await waiting(), 0, how);
    await school.sql`delete from class_teachers where class_id = ${classId}`;
    await school.sql`delete from class_invitations where class_id = ${classId}`;
  }
  t.same(givenUp, []);
  await again();
  await as(owner)('POST /api/classes/:classId/archive', { classId });
  const before = post.to(mai.email).length;
  t.equal((await linksTo(mai.email)).length, before, 'nor does one to an archived class');
});

t.test('COL-25 a letter that is sent once more ends the link of the one before', async (t) => {
  const { school, owner, classId, linksTo } = await startWithLetters(t);
  const address = 'again@example.org';
  await invite(owner, classId, address);
  const [letter] = await school.sql`select invitation_id as id from letters`;
  const [first = ''] = await linksTo(address);
  // As after a worker that died before it noted what it had sent.
  await school.sql`insert into letters (kind, invitation_id, address) values ('class_invitation', ${letter!.id}, ${address})`;
  const second = (await linksTo(address)).at(-1)!;
  const guest = await school.register('teacher');
  t.equal((await accept(guest, first)).code, 'invitation_unknown');
  t.equal((await accept(guest, second)).status, 200);
});

t.test(
  'COL-26 letters of invitations are few to one address, of one teacher and of one network',
  async (t) => {
    const { school, owner, classId, waiting } = await startWithLetters(t);
    const five = await Promise.all(
      Array.from({ length: 6 }, () => invite(owner, classId, 'any@example.org')),
    );
    t.same(
      five.filter(({ status }) => status !== 201).map(({ status, code }) => [status, code]),
      [[429, 'too_many_emails_to_address']],
    );
    const withdrawn = () => school.sql`delete from class_invitations`;
    const codes = async (count: number, by: TestAccount, ofClass: number) => {
      const said = new Set<string | undefined>();
      for (let one = 0; one < count; one++) {
        said.add((await invite(by, ofClass, `one-${by.id}-${one}@example.org`)).code);
        await withdrawn();
      }
      return [...said];
    };
    t.same(await codes(45, owner, classId), [undefined], 'those that were refused do not count');
    t.same(await codes(1, owner, classId), ['too_many_invited']);
    t.equal((await invite(owner, classId, null)).status, 201, 'a link needs no letter');
    t.equal(await waiting(), 0);
    for (let teachers = 0; teachers < 3; teachers++) {
      const next = await school.register('teacher');
      const nexts = await newClass(next, (await school.addDeck(next.id, 1)).id);
      t.same(await codes(50, next, nexts), [undefined]);
    }
    const last = await school.register('teacher');
    const lasts = await newClass(last, (await school.addDeck(last.id, 1)).id);
    t.same(await codes(1, last, lasts), ['too_many_emails_from_network']);
  },
);

t.test('COL-25 without letters none is put down, and the answer says so', async (t) => {
  const { owner, classId } = await start();
  t.equal((await invite(owner, classId, 'nobody@example.org')).data.letter, false);
  t.same(await api.sql`select from letters`, []);
});

t.test('SL-182 an invitation says nothing of whether its address has an account', async (t) => {
  const { owner, guest, classId } = await start();
  const student = await api.register('student');
  for (const email of [guest.email, student.email, `nobody-${classId}@example.org`]) {
    const { status, data } = await invite(owner, classId, email);
    t.equal(status, 201);
    t.same(Object.keys(data).sort(), ['email', 'ends_at', 'id', 'letter', 'token']);
    t.match(data, { letter: false, token: /^[\w-]{43}$/ });
  }
  const { invitations } = await teachersOf(owner, classId);
  t.same([...new Set(invitations.map((one: object) => Object.keys(one).sort().join()))].length, 1);
});

t.test('COL-06 an address that is none, and one teacher too many, are refused', async (t) => {
  const { owner, classId } = await start();
  t.equal((await invite(owner, classId, 'nobody')).code, 'validation_failed');
  for (let count = 0; count < CLASS_TEACHERS_MAX; count++) await invitedTo(owner, classId);
  t.equal((await invite(owner, classId, null)).code, 'too_many_class_teachers');
  await api.pool.query('update class_invitations set ends_at = now() where class_id = $1', [classId]);
  t.equal((await invite(owner, classId, null)).status, 201, 'those that have ended leave room');
});

t.test('COL-09 a teacher leaves, or is taken out; the owner is not', async (t) => {
  const { owner, guest, classId } = await start();
  await joinAsTeacher(owner, classId, guest);
  const remove = (by: TestAccount, whom: TestAccount) =>
    as(by)('DELETE /api/classes/:classId/teachers/:teacherId', { classId, teacherId: whom.id });
  t.equal((await remove(owner, owner)).code, 'teacher_not_in_class');
  t.equal((await remove(guest, guest)).status, 200);
  t.equal((await remove(owner, guest)).code, 'teacher_not_in_class');
  await joinAsTeacher(owner, classId, guest);
  t.equal((await remove(owner, guest)).status, 200);
  t.same((await actsOf(api, classId)).slice(3), [
    'class.teacher_left',
    'class.teacher_invited',
    'class.teacher_joined',
    'class.teacher_removed',
  ]);
});
