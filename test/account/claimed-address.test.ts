import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { passwordsCompared } from '../../core/account/password.ts';
import { findPeople } from '../../core/person/person-changes.ts';
import { newClass } from '../classroom/class-calls.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { linkTo } from './begun-account.ts';
import { TEST_PASSWORD } from './test-password.ts';

const env = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: 'https://nho.example.org',
  MAIL_FROM: 'school@example.org',
};
const api = await startApi(t, { env });

let network = 0;
/** Where nobody was before. */
const elsewhere = () => `10.77.${Math.floor(network / 250)}.${(network++ % 250) + 1}`;
/** As a browser makes it. */
const newDevice = () => randomUUID().replaceAll('-', '').slice(0, 22);

interface From {
  device?: string;
  address?: string;
}

const register = (
  email: string,
  { device = newDevice(), address = elsewhere(), ...more }: From & { password?: string; role?: string } = {},
) => {
  const password = more.password ?? 'một con thuyền nhỏ';
  const body = {
    name: 'Lan',
    email,
    password,
    password_confirmation: password,
    role: more.role ?? 'student',
  };
  return api.unchecked('POST /api/register', { body: { ...body, device }, address });
};

const logIn = (email: string, password: string, { device = newDevice(), address = elsewhere() }: From = {}) =>
  api.raw<LoginAnswer & { code?: string }>('POST', '/api/login', {
    body: { email, password, device },
    address,
  });

/** Status and code of a login, and how many passwords were compared for it. */
async function costOf(...login: Parameters<typeof logIn>) {
  const before = passwordsCompared();
  const { status, body } = await logIn(...login);
  return [status, body.code ?? 'in', passwordsCompared() - before];
}

const newAddress = () => `${randomUUID()}@example.org`;

/** Addresses of nobody, of somebody who has confirmed theirs, and of one who has not. */
async function givenAddresses() {
  const [confirmed, unconfirmed] = [await api.register(), await api.register()];
  await api.sql`update users set email_confirmed_at = now() where id = ${confirmed.id}`;
  return { free: newAddress(), confirmed: confirmed.email, unconfirmed: unconfirmed.email };
}

/** All that somebody sees who registers with an address and tries what follows from it. */
async function everythingSeen(email: string, address = elsewhere()) {
  const device = newDevice();
  const own = { device, address };
  const password = 'mot con thuyen nho';
  const { status, body, headers } = await register(email, { device, address, password });
  const me = await api.call('GET /api/me', { token: body.token });
  // Of this account, and of this moment.
  const plain = (text: unknown) =>
    JSON.stringify(text)
      .replaceAll(email, 'ADDRESS')
      .replaceAll(body.token, 'TOKEN')
      .replaceAll(device, 'DEVICE')
      .replaceAll(body.seal_key, 'KEY')
      .replaceAll(`"id":${body.user.id}`, '"id":ID');
  const seen: unknown[] = [status, plain(body), plain(me.body), Object.keys(headers)];
  seen.push(await costOf(email, password, own), await costOf(email.toUpperCase(), password));
  seen.push(await costOf(email, 'a guess', own), await costOf(email, 'a guess'));
  // The guess from elsewhere is the first of ten.
  for (let guess = 0; guess < 11; guess++) seen.push(await costOf(email, 'a guess'));
  seen.push(await costOf(email, password), await costOf(email, password, own));
  for (let guess = 0; guess < 24; guess++) seen.push(await costOf(email, 'a guess', own));
  // On a device that nobody knows, at the address that the account knows.
  for (let guess = 0; guess < 12; guess++) seen.push(await costOf(email, 'a guess', { address }));
  seen.push(await costOf(email, password, { address }));
  for (let again = 0; again < 5; again++) {
    const { status, body } = await register(email);
    seen.push([status, body.code ?? 'in']);
  }
  return seen;
}

t.test(
  'ACC-34 where letters are sent, neither a registration nor a login after it tells who has an account',
  async (t) => {
    const addresses = await givenAddresses();
    const free = await everythingSeen(addresses.free);
    t.match(free.slice(0, 2), [201, /"email":"ADDRESS"/]);
    t.same(free.slice(4, 8), [
      [200, 'in', 2],
      [200, 'in', 2],
      [401, 'wrong_credentials', 2],
      [401, 'wrong_credentials', 2],
    ]);
    const outcomes = free.slice(8, -5).map((one) => (one as unknown[])[0]);
    t.same(outcomes.slice(0, 11), [...Array(9).fill(401), 429, 429], 'ten guesses from elsewhere');
    t.same(outcomes.slice(11, 13), [429, 200], 'the right password elsewhere, and on the own device');
    t.same(
      outcomes.slice(13, 37),
      [...Array(9).fill(401), ...Array(15).fill(429)],
      'it has tries of its own',
    );
    t.same(outcomes.slice(37), [...Array(10).fill(401), 429, 429, 429], 'and so has its address');
    t.same(free.slice(-1), [[429, 'too_many_emails_to_address']], 'five letters an hour go to an address');
    for (const kind of ['confirmed', 'unconfirmed'] as const)
      t.same(await everythingSeen(addresses[kind]), free, kind);
    // In the network of the account that has the address.
    const neighbour = await api.register();
    const network = elsewhere();
    t.equal((await logIn(neighbour.email, neighbour.password, { address: network })).status, 200);
    t.same(await everythingSeen(neighbour.email, network), free, 'a neighbour');
    const letters = async (address: string) =>
      column(await api.sql`select distinct kind from letters where address = ${address}`, 'kind');
    t.same(
      (await letters(addresses.free)).sort(),
      ['address_in_use', 'confirm_email'],
      'the first, and later ones',
    );
    t.same(await letters(addresses.confirmed), ['address_in_use'], 'who reads the letters alone learns it');
    t.same(await letters(addresses.unconfirmed), ['address_in_use']);
  },
);

t.test('ACC-34 guesses at an address before it is registered tell nothing of it either', async (t) => {
  const { free, confirmed, unconfirmed } = await givenAddresses();
  for (const email of [free, confirmed, unconfirmed]) {
    for (let guess = 0; guess < 10; guess++) await logIn(email, 'a guess');
    const password = 'mot con thuyen nho';
    await register(email, { password });
    t.same(await costOf(email, password), [200, 'in', 2], 'who registers then has tries of their own');
  }
});

t.test(
  'ACC-34 who claims the address of an account gets nothing of it, and its owner comes in as ever',
  async (t) => {
    const owner = await api.register();
    await api.sql`update users set email_confirmed_at = now() where id = ${owner.id}`;
    const device = newDevice();
    const claim = (await register(owner.email, { device })).body;
    t.not(claim.user.id, owner.id);
    t.equal((await logIn(owner.email, owner.password)).body.user.id, owner.id);
    t.equal((await logIn(owner.email, owner.password, { device })).body.user.id, owner.id, 'there as well');
    t.equal((await logIn(owner.email, 'một con thuyền nhỏ')).body.user.id, claim.user.id);
    t.equal((await owner.call('GET /api/me')).status, 200, 'no session has ended');
    t.same(
      await api.sql`select email, claimed_email from users where id in (${owner.id}, ${claim.user.id}) order by id`,
      [
        { email: owner.email, claimed_email: null },
        { email: null, claimed_email: owner.email },
      ],
    );
  },
);

t.test(
  'ACC-35 SL-44 the places that a claim knows give nobody more tries at the owner’s password',
  async (t) => {
    const owner = await api.register();
    const home = { device: newDevice(), address: elsewhere() };
    t.equal((await logIn(owner.email, owner.password, home)).status, 200);
    const claimed = 'một con thuyền nhỏ';
    await register(owner.email, { password: claimed });
    for (let machine = 0; machine < 3; machine++) {
      const from = { device: newDevice(), address: elsewhere() };
      t.equal((await logIn(owner.email, claimed, from)).status, 200);
      for (let guess = 0; guess < 10; guess++)
        t.equal((await logIn(owner.email, 'a guess', from)).status, 401);
    }
    for (let guess = 0; guess < 10; guess++) t.equal((await logIn(owner.email, 'a guess')).status, 401);
    // A further device on which the claim has logged in.
    const known = { device: newDevice(), address: elsewhere() };
    const { body } = await register(newAddress(), known);
    await api.sql`insert into login_places (user_id, kind, place)
    select c.id, p.kind, p.place from users c, login_places p
    where lower(c.claimed_email) = lower(${owner.email}) and p.user_id = ${body.user.id}`;
    t.equal((await logIn(owner.email, claimed, known)).status, 200, 'whose claim knows the place comes in');
    t.same(
      await costOf(owner.email, owner.password, known),
      [401, 'wrong_credentials', 2],
      'the owner’s password is not looked at any more',
    );
    t.equal(
      (await logIn(owner.email, owner.password, home)).body.user.id,
      owner.id,
      'nor is the owner kept out',
    );
  },
);

t.test(
  'ACC-35 who claims an address logs in on the own device, elsewhere the latest; who has it is kept out by nobody',
  async (t) => {
    for (const [kind, email] of Object.entries(await givenAddresses())) {
      const [first, second] = [
        { device: newDevice(), password: 'một con thuyền nhỏ' },
        { device: newDevice(), password: 'một ngọn đèn vàng' },
      ];
      const ids: number[] = [];
      for (const one of [first, second]) ids.push((await register(email, one)).body.user.id);
      const idOf = async (password: string, from?: From) =>
        (await logIn(email, password, from)).body.user?.id ?? null;
      t.same([await idOf(first.password, first), await idOf(second.password, second)], ids);
      // The first has the address where nobody had it.
      const firstElsewhere = kind === 'free' ? ids[0] : null;
      t.same([await idOf(first.password), await idOf(second.password)], [firstElsewhere, ids[1]]);
      // Also on a machine of both.
      await logIn(email, first.password, second);
      t.equal(await idOf(first.password, second), firstElsewhere);
    }
  },
);

t.test(
  'ACC-35 the letter that confirms an address is for who registered first; later ones claim it on',
  async (t) => {
    const email = newAddress();
    const [one, other] = [(await register(email)).body, (await register(email)).body];
    t.same(await api.sql`select kind, user_id from letters where address = ${email} order by id`, [
      { kind: 'confirm_email', user_id: one.user.id },
      { kind: 'address_in_use', user_id: one.user.id },
    ]);
    const body = { email, current_password: 'một con thuyền nhỏ' };
    const asked = await api.call('POST /api/me/email', { token: other.token, body });
    t.equal(asked.status, 200);
    // The newest first.
    const second = await linkTo(api, email, 'confirm_email');
    const confirm = (token: string) => api.call('POST /api/confirm-email', { body: { token } });
    t.match(
      await confirm(second),
      { status: 409, body: { code: 'email_taken' } },
      'also before it is confirmed',
    );
    const first = await linkTo(api, email, 'confirm_email');
    t.match(await confirm(first), { status: 200, body: { data: { email } } });
    t.equal((await api.call('GET /api/me', { token: other.token })).body.data.email, email, 'it goes on');
    t.match(
      await api.sql`select email, claimed_email, email_confirmed_at is not null as sure from users
      where id in (${one.user.id}, ${other.user.id}) order by id`,
      [
        { email, claimed_email: null, sure: true },
        { email: null, claimed_email: email, sure: false },
      ],
    );
    t.match(await confirm(first), { status: 409, body: { code: 'link_ended' } }, 'once');
  },
);

t.test(
  'ACC-35 PWD-02 a forgotten password is that of the account which has the address, whoever claims it',
  async (t) => {
    const own = 'quiet lamp beside the river';
    const reset = async (email: string) => {
      t.equal((await api.call('POST /api/forgotten-password', { body: { email } })).status, 200);
      const token = await linkTo(api, email, 'new_password');
      const body = { token, new_password: own, new_password_confirmation: own };
      return (await api.call('POST /api/new-password', { body })).body;
    };
    const { free, confirmed } = await givenAddresses();
    const [before, latest] = [(await register(free)).body, (await register(free)).body];
    await api.sql`update users set seen_at = now() + interval '1 hour' where id = ${latest.user.id}`;
    t.match(await reset(free.toUpperCase()), { user: { id: before.user.id, email: free } });
    t.equal((await api.call('GET /api/me', { token: before.token })).status, 401);
    t.equal((await api.call('GET /api/me', { token: latest.token })).status, 200);
    t.equal((await logIn(free, own)).body.user.id, before.user.id, 'whose the address is now');

    const claim = (await register(confirmed)).body;
    t.not((await reset(confirmed)).user.id, claim.user.id);
  },
);

t.test('ACC-35 a claim is no address where one is asked for: invitations, shares, letters', async (t) => {
  const owner = await api.register('teacher');
  const deck = await api.addDeck(owner.id, 1);
  const classId = await newClass(owner, deck.id);
  const email = newAddress();
  const { token } = (await register(email, { role: 'teacher' })).body;
  await owner.data('POST /api/classes/:classId/invitations', { params: { classId }, body: { email } });
  t.same(
    await api.sql`select user_id from letters where kind = 'class_invitation' and address = ${email}`,
    [{ user_id: null }],
    'the letter is for who reads those of the address',
  );
  t.same(await api.data('GET /api/class-invitations', { token }), []);
  t.match(await owner.call('POST /api/colleagues/find', { body: { login: email } }), {
    status: 404,
    body: { code: 'colleague_unknown' },
  });
  // Nor does a list take the address from who has registered with it.
  const rows = [{ name: 'Phạm An', user_name: null, email }];
  t.match(
    await owner.data('POST /api/classes/:classId/roster/check', { params: { classId }, body: { rows } }),
    [{ problem: 'email_taken' }],
  );
});

t.test('ACC-35 the administrator sees that an address is only claimed; a search finds it', async (t) => {
  const email = newAddress();
  await register(email);
  const admin = await api.register('admin');
  const search = async (): Promise<object[]> =>
    (await admin.data('GET /api/admin/people', { query: { search: email } })) as never;
  t.match(JSON.stringify(await search()), `"email":"${email}","claims_email":true`);
  const found = await findPeople(api.pool, email.toUpperCase());
  t.equal(found.length, 1);
  await register(email);
  t.same(await findPeople(api.pool, email), found, 'who has it comes before who claims it');
});

t.test('ACC-35 a teacher sees which addresses nobody has confirmed', async (t) => {
  const teacher = await api.register('teacher');
  const classId = await newClass(teacher, (await api.addDeck(teacher.id, 1)).id);
  const owner = await api.register();
  await api.sql`update users set email_confirmed_at = now() where id = ${owner.id}`;
  const logins: string[] = [];
  for (const token of [
    owner.token,
    (await register(owner.email)).body.token,
    (await register(newAddress())).body.token,
  ])
    await api.data('POST /api/classes/:classId/join', { token, params: { classId } });
  for (const { student } of await teacher.data('GET /api/classes/:classId/join-requests', {
    params: { classId },
  }))
    logins.push(student.email.endsWith(' (?)') ? '(?)' : student.email);
  t.same(logins, [owner.email, '(?)', '(?)'], 'whether somebody has the address or not');
});

t.test('ACC-34 ACC-35 a claim has its address everywhere that its owner sees it', async (t) => {
  const email = newAddress();
  const { token, user } = (await register(email, { password: TEST_PASSWORD })).body;
  t.equal(user.email, email);
  t.match(await api.data('GET /api/me', { token }), { email, claims_email: true });
  const weak = email.split('@')[0]!;
  const body = { current_password: TEST_PASSWORD, new_password: weak, new_password_confirmation: weak };
  t.match(await api.call('POST /api/change-password', { token, body }), {
    status: 422,
    body: { code: 'common_password' },
  });
});

t.test(
  'ACC-34 ERR-02 an address that is claimed costs a stranger’s login as much as any other',
  async (t) => {
    const { free, confirmed, unconfirmed } = await givenAddresses();
    const claimed = newAddress();
    await register(claimed);
    const costs: unknown[] = [];
    for (const email of [free, confirmed, unconfirmed, claimed]) costs.push(await costOf(email, 'a guess'));
    t.same(
      costs,
      costs.map(() => [401, 'wrong_credentials', 2]),
    );
  },
);
