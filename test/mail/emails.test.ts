import { inspect } from 'node:util';
import t, { type Test } from 'tap';
import { makeLink } from '../../core/mail/email-links.ts';
import { takeEmail } from '../../core/mail/emails.ts';
import { beginEverything, linkTo } from '../account/begun-account.ts';
import { newClass } from '../classroom/class-calls.ts';
import { startApi, type TestApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { postOffice, tokenIn } from './post-office.ts';

const post = await postOffice(t);
const SITE = 'https://nho.example.org';
const env = { SMTP_URL: post.url, PUBLIC_URL: SITE, MAIL_FROM: 'school@example.org' };
const api = await startApi(t, { env });

const senderOf = (t: Test, { pool }: TestApi) => post.senderOf(t, pool, SITE);

const forget = (email: string, process = api) =>
  process.call('POST /api/forgotten-password', { body: { email } });
const choose = (token: string, password: string) =>
  api.call('POST /api/new-password', {
    body: { token, new_password: password, new_password_confirmation: password },
  });
const logIn = async (email: string, password: string) =>
  (await api.call('POST /api/login', { body: { email, password } })).status;
/** As the link of an email confirms the address, past the call. */
const confirmed = (id: number) =>
  api.sql`update users set email = claimed_email, claimed_email = null, email_confirmed_at = now()
    where id = ${id}`;
const ENDED = { status: 409, body: { code: 'link_ended' } };
const dueNow = () => api.pool.query(`update letters set next_try_at = now()`);

t.test('MAI-01 PWD-01 a forgotten password is replaced by the link of a letter, once', async (t) => {
  const { sender } = await senderOf(t, api);
  const account = await api.registerByCall('teacher', { name: 'Cô Hoa', language: 'vi' });
  // Somebody else registered with her address.
  await api.sql`insert into school_logins (issuer, subject, user_id) values ('https://school', 'stranger', ${account.id})`;
  t.same((await forget(account.email.toUpperCase())).body, { success: true });
  await sender.poll();
  const email = post.to(account.email).find(({ text }) => text.includes('Mật khẩu mới'))!;
  t.match(email.text, /From: school@example\.org/);
  t.match(email.text, /text\/plain[\s\S]*Chào bạn,[\s\S]*text\/html[\s\S]*<html lang="vi">/);
  t.ok(email.text.includes(`${SITE}/new-password-by-mail#`));

  const next = 'một con thuyền nhỏ';
  t.match(await choose(tokenIn(email), '12345678'), { status: 422, body: { code: 'common_password' } });
  const { status, body } = await choose(tokenIn(email), next);
  t.equal(status, 200);
  t.equal((await api.call('GET /api/me', { token: body.token })).status, 200, 'logged in');
  t.equal((await account.call('GET /api/me')).status, 401, 'sessions have ended');
  t.same(
    await api.sql`select from school_logins where user_id = ${account.id}`,
    [],
    'what was connected too',
  );
  t.same([await logIn(account.email, next), await logIn(account.email, account.password)], [200, 401]);
  t.match(await choose(tokenIn(email), 'another boat at sea'), ENDED);

  await forget(account.email);
  await sender.poll();
  t.equal((await choose(tokenIn(post.to(account.email).at(-1)!), 'another boat at sea')).status, 200);
  t.equal((await api.call('GET /api/me', { token: body.token })).status, 401, 'each time');
});

t.test('PWD-02 asking tells nobody who has an account, and a disabled one gets no letter', async (t) => {
  const { sender } = await senderOf(t, api);
  const [known, disabled] = [await api.registerByCall(), await api.register()];
  await api.sql`update users set disabled_at = now() where id = ${disabled.id}`;
  await sender.poll();
  const before = post.emails.length;
  const answers = [];
  for (const email of [known.email, disabled.email, 'nobody@example.org']) answers.push(await forget(email));
  t.same(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size, 1);
  await sender.poll();
  t.same(column(post.emails.slice(before), 'to'), [known.email]);
  for (let asked = 1; asked < 5; asked++) t.equal((await forget('nobody@example.org')).status, 200);
  t.equal((await forget('nobody@example.org')).status, 429, 'an address nobody has is counted as any other');
});

t.test('PWD-03 a newer link, its time and a new address end a link', async (t) => {
  const { sender } = await senderOf(t, api);
  const { email, id } = await api.registerByCall('student', { language: 'en' });
  const ask = async () => {
    await forget(email);
    await sender.poll();
    return tokenIn(post.to(email).at(-1)!);
  };
  const [first, second] = [await ask(), await ask()];
  t.match(await choose(first, 'a boat upon the lake'), ENDED);
  await api.sql`update letter_links set ends_at = now() where user_id = ${id}`;
  t.match(await choose(second, 'a boat upon the lake'), ENDED, 'after half an hour');
  const third = await ask();
  await api.sql`update users set email = 'moved-' || email, claimed_email = null where id = ${id}`;
  t.match(await choose(third, 'a boat upon the lake'), ENDED, 'the address is no longer theirs');
  t.match(await choose('nothing-of-that-kind-22', 'a boat upon the lake'), ENDED);
});

t.test('MAI-10 PWD-03 the links of an account that was erased meanwhile have ended', async (t) => {
  const { email, id } = await api.registerByCall();
  const links = [await linkTo(api, email, 'confirm_email')];
  await forget(email);
  links.push(await linkTo(api, email, 'new_password'));
  await api.sql`delete from users where id = ${id}`;
  t.match(await api.call('POST /api/confirm-email', { body: { token: links[0]! } }), ENDED);
  t.match(await choose(links[1]!, 'a boat upon the lake'), ENDED);
});

t.test(
  'MAI-10 who has the address learns by letter that somebody registered with it, in no other’s words',
  async (t) => {
    const { sender } = await senderOf(t, api);
    const owner = await api.register('student', { name: 'Lan' });
    await api.sql`update users set email_confirmed_at = now(), language = 'en' where id = ${owner.id}`;
    await api.registerByCall('student', {
      email: owner.email.toUpperCase(),
      name: 'evil.test',
      language: 'vi',
    });
    await sender.poll();
    const [letter, ...others] = post.to(owner.email);
    t.same(others, []);
    t.match(
      letter!.text,
      /Subject: You have an account[\s\S]*Hello,[\s\S]*https:\/\/nho\.example\.org\/forgotten-password/,
    );
    t.notMatch(
      letter!.text,
      /evil\.test|Hello Lan|forgotten-password#/,
      'no name, and nothing that opens anything',
    );
    t.same(post.to(owner.email.toUpperCase()), []);
  },
);

t.test('PWD-03 of two who open one link at once one chooses the password', async (t) => {
  const { sender } = await senderOf(t, api);
  const { email } = await api.registerByCall();
  await forget(email);
  await sender.poll();
  const token = tokenIn(post.to(email).at(-1)!);
  const answers = await Promise.all(
    ['a boat upon the lake', 'a lamp beside a door'].map((word) => choose(token, word)),
  );
  t.same(answers.map(({ status }) => status).sort(), [200, 409]);
});

t.test('PWD-04 what ends an account’s sessions ends its links, and letters not sent yet', async (t) => {
  const { sender } = await senderOf(t, api);
  const account = await api.registerByCall('student', { language: 'en' });
  const { email, id } = account;
  await sender.poll();
  const own = tokenIn(post.to(email).at(-1)!);
  const elsewhere = `elsewhere-${email}`;
  const ask = (address: string) =>
    account.call('POST /api/me/email', { body: { email: address, current_password: account.password } });
  await forget(email);
  t.equal((await ask(elsewhere)).status, 200);
  await sender.poll();
  const links = [tokenIn(post.to(email).at(-1)!), tokenIn(post.to(elsewhere).at(-1)!)];
  await forget(email);
  const changed = 'a boat upon the lake';
  await account.data('POST /api/change-password', {
    body: { current_password: account.password, new_password: changed, new_password_confirmation: changed },
  });
  const before = post.emails.length;
  await sender.poll();
  t.equal(post.emails.length, before, 'what waited is not sent');
  t.match(await choose(links[0]!, 'a lamp beside a door'), ENDED);
  const confirm = (token: string) => api.call('POST /api/confirm-email', { body: { token } });
  t.match(await confirm(links[1]!), ENDED, 'nobody takes the account elsewhere who knew the password before');
  t.match(await confirm(own), ENDED, 'a newer one of its kind was sent');

  await forget(email);
  await sender.poll();
  await api.sql`update users set disabled_at = now(), token_version = token_version + 1 where id = ${id}`;
  await api.sql`update users set disabled_at = null where id = ${id}`;
  t.match(await choose(tokenIn(post.to(email).at(-1)!), 'a lamp beside a door'), ENDED, 'a disabled account');
});

t.test('PWD-04 SL-173 the address that an account has is confirmed all the same', async (t) => {
  const { sender } = await senderOf(t, api);
  const { email, token, password } = await api.registerByCall('student', { language: 'en' });
  await sender.poll();
  const changed = 'a boat upon the lake';
  await api.call('POST /api/change-password', {
    token,
    body: { current_password: password, new_password: changed, new_password_confirmation: changed },
  });
  const link = tokenIn(post.to(email).at(-1)!);
  await api.data('POST /api/confirm-email', { body: { token: link } });
});

t.test('PWD-04 a password that is changed while its letter is on its way leaves no link', async (t) => {
  const { id } = await api.registerByCall('student', { language: 'en' });
  await api.sql`delete from letters`;
  await api.sql`insert into letters (kind, user_id, address) select 'new_password', id, claimed_email from users
    where id = ${id}`;
  const email = (await takeEmail(api.pool))!;
  await api.sql`update users set token_version = token_version + 1 where id = ${id}`;
  t.equal(await makeLink(api.pool, SITE, { ...email, kind: 'new_password' }), undefined);
  t.equal((await api.pool.query('select from letter_links where user_id = $1', [id])).rowCount, 0);
});

t.test('PWD-02 a letter is counted and put down by one commit: it takes no longer than none', async (t) => {
  const { email, id } = await api.registerByCall();
  await api.sql`delete from letters`;
  await forget(email);
  const rows = await api.sql`select count(*)::int as counted from letters l
    join login_attempts a on a.xmin::text = l.xmin::text
    where l.user_id = ${id}`;
  t.same(rows, [{ counted: 2 }], 'for the address, and for the network');
});

t.test('MAI-05 the first confirmation ends what a stranger has opened with the address', async (t) => {
  const { sender } = await senderOf(t, api);
  const stranger = await api.registerByCall('student');
  await api.sql`insert into school_logins (issuer, subject, user_id) values ('https://school', 'other', ${stranger.id})`;
  await sender.poll();
  const link = tokenIn(post.to(stranger.email).at(-1)!);
  const reads = async (token: string) => (await api.call('GET /api/me', { token })).status;
  const mine = await api.data('POST /api/confirm-email', { body: { token: link }, token: stranger.token });
  t.equal(await reads(mine.token!), 200, 'who has confirmed it goes on');
  t.equal(await reads(stranger.token), 401);
  t.same(await api.sql`select from school_logins where user_id = ${stranger.id}`, []);

  const other = await api.registerByCall('student');
  await sender.poll();
  const body = { token: tokenIn(post.to(other.email).at(-1)!) };
  t.equal((await api.data('POST /api/confirm-email', { body })).token, null, 'nobody else is let in');
  t.equal(await reads(other.token), 401);
});

/** The two ways by a letter. */
const WAYS = {
  'the link of a letter': async (email: string) => {
    await api.data('POST /api/confirm-email', { body: { token: await linkTo(api, email, 'confirm_email') } });
  },
  'a new password by a letter': async (email: string) => {
    await forget(email);
    t.equal((await choose(await linkTo(api, email, 'new_password'), 'một con thuyền nhỏ')).status, 200);
  },
};

for (const [way, confirm] of Object.entries(WAYS))
  t.test(`MAI-05 the first confirmation, by ${way}, ends what was begun before`, async (t) => {
    // Two letters to one account: that of its address is made before that to another one.
    const account = await api.registerByCall('student');
    const token = await linkTo(api, account.email, 'confirm_email');
    const begun = await beginEverything(api, account);
    await begun.connected();
    await account.call('POST /api/me/email', {
      body: { email: account.email, current_password: account.password },
    });
    await confirm(account.email);
    await begun.hasEnded(t);
    t.match(
      await api.call('POST /api/confirm-email', { body: { token } }),
      ENDED,
      'and an earlier one to it',
    );
    t.same(
      await api.sql`select act from acts where person_id = ${account.id} and act like '%deletion%' or act = 'person.kept'
        and person_id = ${account.id} order by id`,
      [{ act: 'person.deletion_asked' }, { act: 'person.kept' }],
    );
  });

t.test(
  'MAI-05 what the administrator wants of an account, and later confirmations, end nothing',
  async (t) => {
    const account = await api.registerByCall('student');
    await api.sql`update users set delete_at = now() + interval '1 day', delete_reason = 'administrator'
    where id = ${account.id}`;
    const first = await linkTo(api, account.email, 'confirm_email');
    const { token } = await api.data('POST /api/confirm-email', {
      body: { token: first },
      token: account.token,
    });
    const owner = account.as({ token: token! });
    t.equal((await owner.data('GET /api/me/deletion')).reason, 'administrator');
    await owner.data('POST /api/me/data');
    const other = `other-${account.email}`;
    await owner.call('POST /api/me/email', { body: { email: other, current_password: account.password } });
    const again = await api.data('POST /api/confirm-email', {
      body: { token: await linkTo(api, other, 'confirm_email') },
      token: owner.token,
    });
    t.same(again, { email: other, token: null });
    t.equal((await owner.data('GET /api/me/data'))?.status, 'queued');
  },
);

t.test('MAI-09 a name stands in letters to a confirmed address alone', async (t) => {
  const { sender } = await senderOf(t, api);
  const { email, id } = await api.registerByCall('student', { name: 'http://evil.test now' });
  await forget(email);
  await sender.poll();
  t.notOk(post.to(email).some(({ text }) => text.includes('evil.test')));
  t.match(post.to(email).at(-1)!.text, /Chào bạn,/);
  await confirmed(id);
  await forget(email);
  await sender.poll();
  t.match(post.to(email).at(-1)!.text, /Chào http:\/\/evil\.test now,/);
});

t.test('MAI-02 who registers has an account and a letter, or neither', async (t) => {
  const { sender } = await senderOf(t, api);
  const email = 'both-or-none@example.org';
  const password = 'quiet lamp beside the river';
  const body = { name: 'Lan', email, password, password_confirmation: password, role: 'student' as const };
  await api.pool.query(`alter table letters add constraint broken check (address <> '${email}') not valid`);
  t.equal((await api.call('POST /api/register', { body, fault: true })).status, 500);
  await api.sql`alter table letters drop constraint broken`;
  t.equal((await api.call('POST /api/register', { body })).status, 201, 'nothing was left of the first');
  await sender.poll();
  t.equal(post.to(email).length, 1);
});

t.test('MAI-02 no database holds a token, and no letter is lost to a mail server that is away', async (t) => {
  const { sender, errors } = await senderOf(t, api);
  const { email, id } = await api.registerByCall('student', { language: 'en' });
  await sender.poll();
  await post.close();
  await forget(email);
  await sender.poll();
  t.equal(errors.length, 1, 'the failure is told');
  await sender.poll();
  t.equal(errors.length, 1, 'and not tried again at once');
  await post.reopen();
  await dueNow();
  await sender.poll();
  const token = tokenIn(post.to(email).at(-1)!);
  t.equal(token.length, 22);
  const rows = await api.sql`select row_to_json(l)::text || encode(l.digest, 'escape') as text
    from letter_links l where user_id = ${id}`;
  t.notOk(JSON.stringify(rows).includes(token));
  t.same((await api.pool.query('select from letters where user_id = $1', [id])).rowCount, 0, 'sent, gone');
  t.equal((await choose(token, 'a boat upon the lake')).status, 200);
});

t.test('MAI-02 a worker that dies with a letter in its hands leaves it to the next', async (t) => {
  const { email } = await api.registerByCall('student', { language: 'en' });
  const { sender } = await senderOf(t, api);
  await sender.poll();
  await forget(email);
  // As it is while a worker has it: taken, and its next turn a minute away.
  await api.sql`update letters set tries = 1, next_try_at = now() + interval '1 minute'`;
  const before = post.to(email).length;
  await sender.poll();
  t.equal(post.to(email).length, before);
  await dueNow();
  await Promise.all([sender.poll(), (await senderOf(t, api)).sender.poll()]);
  t.equal(post.to(email).length, before + 1, 'of two workers one sends it');
});

t.test('MAI-03 a letter that is refused for good, or is a day old, is given up and told', async (t) => {
  const { sender, errors, givenUp } = await senderOf(t, api);
  const { email } = await api.registerByCall('student', { language: 'en' });
  await sender.poll();
  post.refuse(550);
  await forget(email);
  await sender.poll();
  post.refuse(451);
  await forget(email);
  await sender.poll();
  t.same([givenUp, errors.length], [['new_password'], 1]);
  post.refuse(550, 'sender');
  await dueNow();
  await sender.poll();
  t.same([givenUp.length, errors.length], [1, 2], 'no letter ends by a wrong MAIL_FROM');
  const log = errors.map((error) => inspect(error, { depth: 9 })).join('\n');
  t.match(log, /451.*not today[\s\S]*550.*not today/);
  t.notMatch(log, /@example/, 'no address');
  await api.sql`update letters set created_at = now() - interval '25 hours', next_try_at = now()`;
  await sender.poll();
  post.refuse(undefined);
  t.same(givenUp, ['new_password', 'new_password']);
  t.equal((await api.pool.query('select from letters')).rowCount, 0);
});

t.test('MAI-04 another address stands once its letter is answered, and the old one is told', async (t) => {
  const { sender } = await senderOf(t, api);
  const account = await api.registerByCall('student', { name: 'Lan <b>', language: 'en' });
  await confirmed(account.id);
  const other = await api.register();
  await sender.poll();
  const ask = (email: string, password = account.password) =>
    account.call('POST /api/me/email', { body: { email, current_password: password } });
  t.match(await ask('lan@new.example.org', 'wrong'), {
    status: 422,
    body: { code: 'wrong_current_password' },
  });
  t.match(await ask('lan@new.example.org'), {
    status: 200,
    body: { data: { letter: true, user: { email: account.email } } },
  });
  await sender.poll();
  const email = post.to('lan@new.example.org').at(-1)!;
  t.notMatch(email.text, /Lan/, 'nobody has confirmed the address');
  const confirm = (token: string) => api.call('POST /api/confirm-email', { body: { token, language: 'en' } });
  t.match(await confirm(tokenIn(email)), { status: 200, body: { data: { email: 'lan@new.example.org' } } });
  t.match(await confirm(tokenIn(email)), ENDED);
  t.equal(await logIn('lan@new.example.org', account.password), 200);
  await sender.poll();
  t.match(post.to(account.email).at(-1)!.text, /has another email address/);

  // Only who reads the emails of an address learns that somebody has it.
  t.equal((await ask(other.email)).status, 200);
  await sender.poll();
  t.match(await confirm(tokenIn(post.to(other.email).at(-1)!)), {
    status: 409,
    body: { code: 'email_taken' },
  });
});

t.test('MAI-05 who confirms an address of their own is no longer the school’s', async (t) => {
  const { sender } = await senderOf(t, api);
  const teacher = await api.register('teacher');
  const classId = await newClass(teacher, (await api.addDeck(teacher.id)).id);
  const made = await teacher.data('POST /api/classes/:classId/roster', {
    params: { classId },
    body: { key: crypto.randomUUID(), rows: [{ name: 'Phạm Quên', user_name: null, email: null }] },
  });
  const [slip] = made;
  const session = await api.call('POST /api/login', {
    body: { email: slip!.user_name, password: slip!.password! },
  });
  const own = 'a boat upon the lake';
  const changed = await api.call('POST /api/change-password', {
    token: session.body.token,
    body: { current_password: slip!.password!, new_password: own, new_password_confirmation: own },
  });
  await api.call('POST /api/me/email', {
    token: changed.body.token,
    body: { email: 'quen@example.org', current_password: own },
  });
  await sender.poll();
  await api.call('POST /api/confirm-email', {
    body: { token: tokenIn(post.to('quen@example.org').at(-1)!) },
  });
  t.same(
    await api.sql`select made_in_class_id, email_confirmed_at is not null as sure from users
      where email = 'quen@example.org'`,
    [{ made_in_class_id: null, sure: true }],
  );
});

t.test('MAI-05 SL-171 who sets a password by a letter is no longer the school’s', async (t) => {
  const { sender } = await senderOf(t, api);
  const teacher = await api.register('teacher');
  const classId = await newClass(teacher, (await api.addDeck(teacher.id)).id);
  const { id, email } = await api.registerByCall('student');
  await api.sql`update users set made_in_class_id = ${classId} where id = ${id}`;
  await forget(email);
  await sender.poll();
  t.equal((await choose(tokenIn(post.to(email).at(-1)!), 'a boat upon the lake')).status, 200);
  t.same(
    await api.sql`select made_in_class_id, email_confirmed_at is not null as sure from users where id = ${id}`,
    [{ made_in_class_id: null, sure: true }],
  );
});

t.test('MAI-06 without a mail server nothing is promised; an address stands, unconfirmed', async (t) => {
  const plain = await startApi(t);
  const [lan, mai] = [await plain.register(), await plain.register()];
  t.match(await forget(lan.email, plain), { status: 409, body: { code: 'no_letters' } });
  const ask = (email: string) =>
    plain.call('POST /api/me/email', { token: lan.token, body: { email, current_password: lan.password } });
  t.match(await ask(mai.email), { status: 409, body: { code: 'email_taken' } });
  t.match(await ask('lan@home.example.org'), {
    status: 200,
    body: { data: { letter: false, user: { email: 'lan@home.example.org' } } },
  });
  await plain.sql`update users set password_hash = null where id = ${lan.id}`;
  t.match(await ask('lan@other.example.org'), { status: 409, body: { code: 'no_password' } });
  t.same(await plain.sql`select email_confirmed_at as at from users where id = ${lan.id}`, [{ at: null }]);
});
