import t from 'tap';
import { CLASS_TEACHERS_MAX } from '../../core/colleague/colleague-limits.ts';
import { deleteEndedInvitations } from '../../core/colleague/invitation.ts';
import { newClass } from '../classroom/class-calls.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
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

t.test('COL-07 who was taken out does not come back by the link that they used', async (t) => {
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

t.test('COL-06 who registers later with the address comes by the link alone', async (t) => {
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
  t.same(
    await school.sql`select kind, user_id, address from letters`,
    [{ kind: 'class_invitation', user_id: mallory.id, address: mallory.email }],
    'COL-25 a letter goes there, and none to what nobody has confirmed',
  );
  const letters = Array.from({ length: 6 }, () => invite(owner, classId, 'anybody@example.org'));
  const refused = (await Promise.all(letters)).filter(({ code }) => code === 'too_many_requests');
  t.equal(refused.length, 1, 'an address gets five letters an hour');
  t.equal((await invite(owner, classId, null)).status, 201, 'a link needs none');
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
