import t from 'tap';
import { queueEmailsOfEnd } from '../../core/mail/emails.ts';
import { openMailer } from '../../core/mail/mailer.ts';
import { accountEraser, emailSender } from '../../workers/timed-work.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { postOffice } from './post-office.ts';

const post = await postOffice(t);
const api = await startApi(t);
const errors: unknown[] = [];
const onError = (error: unknown) => errors.push(error);
const sender = emailSender({
  pool: api.pool,
  mailer: await openMailer({ url: post.url, from: 'school@example.org' }),
  publicUrl: 'https://nho.example.org',
  onError,
  onGivenUp: onError,
});
t.teardown(() => sender.close());
const disk = { disk: { delete: async () => {} } } as never;

/** The workers' look, and what comes of it. */
async function poll({ withEmails = true } = {}) {
  const eraser = accountEraser(api.pool, disk, { withEmails, onError });
  await eraser.poll();
  await eraser.close();
  await sender.poll();
  t.same(errors, []);
}

/** Somebody whose account goes in so many days. */
async function leaving(days: number, reason: string, said: { language?: 'en' | 'vi'; confirmed?: boolean }) {
  const account = await api.register('student', { name: 'Lan' });
  await api.sql`update users
    set delete_at = now() + ${days} * interval '1 day', delete_reason = ${reason}, disabled_at = ${reason === 'disabled' ? new Date() : null}, language = ${said.language ?? 'en'},
    email_confirmed_at = case when ${said.confirmed ?? true} then now() end where id = ${account.id}`;
  return account;
}
const emailsTo = ({ email }: TestAccount) =>
  post.to(email).filter(({ text }) => /will be deleted|sắp bị xóa/.test(text));

t.test('MAI-08 a letter tells once, five days before, that an account goes', async (t) => {
  const soon = await leaving(4.9, 'own', {});
  const later = await leaving(5.1, 'own', {});
  const [unconfirmed, over] = [
    await leaving(4, 'own', { confirmed: false }),
    await leaving(-1, 'administrator', {}),
  ];
  await poll({ withEmails: false });
  t.equal(emailsTo(soon).length, 0, 'where no letters are sent nobody is told');
  await poll();
  await poll();
  t.same(
    [soon, later, unconfirmed, over].map((one) => emailsTo(one).length),
    [1, 0, 0, 0],
  );
  const rows = await api.sql`select delete_at from users where id = ${soon.id}`;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Ho_Chi_Minh' });
  const { text } = emailsTo(soon)[0]!;
  t.ok(text.includes(`deleted on ${day.format(new Date(rows[0].delete_at))}`), text);
  t.ok(text.includes('https://nho.example.org/account\n'));
  await api.sql`update users set delete_at = delete_at + interval '1 hour' where id = ${soon.id}`;
  await poll();
  t.equal(emailsTo(soon).length, 2, 'another day is told anew');
});

t.test('MAI-08 the letter says who may still keep the account, in the language of its owner', async (t) => {
  const told: TestAccount[] = [];
  for (const reason of ['own', 'unseen', 'disabled', 'administrator'])
    told.push(await leaving(2, reason, { language: 'vi' }));
  // The look at the rules, which are off, would keep two of them.
  await until(async () => {
    // Whose row a call just writes is left for the next look.
    await queueEmailsOfEnd(api.pool);
    await sender.poll();
    return told.every((one) => emailsTo(one).length > 0);
  }, 'a letter to each');
  t.same(
    told.map((one) => /hãy báo cho quản trị viên/.test(emailsTo(one)[0]!.text)),
    [false, false, true, true],
  );
});

t.test('MAI-08 who keeps the account, or changes the address, gets no letter that waited', async (t) => {
  const [kept, moved] = [await leaving(2, 'own', {}), await leaving(2, 'own', {})];
  post.refuse(451);
  const eraser = accountEraser(api.pool, disk, { withEmails: true, onError });
  await eraser.poll();
  await eraser.close();
  await sender.poll();
  errors.length = 0;
  post.refuse(undefined);
  await kept.data('DELETE /api/me/deletion');
  await api.sql`update users set email = 'moved-' || email where id = ${moved.id}`;
  await api.sql`update letters set next_try_at = now()`;
  await poll();
  t.same([emailsTo(kept).length, emailsTo(moved).length], [0, 0]);
  const rows = await api.sql`select from letters where user_id = any (${[kept.id, moved.id]})`;
  t.equal(rows.length, 0, 'nor does one wait on');
});
