import t from 'tap';
import { mailTestCommand } from '../../bin/nho/mail-test-command.ts';
import { startApi } from '../harness/api-harness.ts';
import { postOffice } from '../mail/post-office.ts';
import { commandRunner } from './command-run.ts';

const post = await postOffice(t);
const { databaseUrl } = await startApi(t);
const env = {
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'https://nho.example.org',
  MAIL_FROM: 'nho@example.org',
};
const run = await commandRunner(t, databaseUrl, { ...env, SMTP_URL: post.url });

t.test('MAI-07 a letter on trial reaches the operator in either language', async (t) => {
  t.match(await run(mailTestCommand, {}, 'thay@example.org'), {
    code: 0,
    result: { address: 'thay@example.org', from: 'nho@example.org', link: 'https://nho.example.org' },
  });
  t.match(post.to('thay@example.org')[0]!.text, /Subject: Thư của [\s\S]*Mở trang web:\r?\nhttps:\/\/nho/);
  t.equal((await run(mailTestCommand, { language: 'en' }, 'operator@example.org')).code, 0);
  t.match(post.to('operator@example.org')[0]!.text, /Subject: Emails from [\s\S]*https:\/\/nho/);
});

t.test('MAI-07 what stands in the way is said', async (t) => {
  post.refuse(550, 'sender');
  t.match(await run(mailTestCommand, {}, 'thay@example.org'), { code: 2, said: /No email was sent.*550/ });
  post.refuse(undefined);
  t.match(await run(mailTestCommand, {}), { code: 2, said: /takes one email address/ });
  t.match(await run(mailTestCommand, {}, 'nobody'), { code: 2, said: /takes one email address/ });
  t.match(await run(mailTestCommand, { language: 'fr' }, 'thay@example.org'), {
    code: 2,
    said: /--language fr: not vi or en/,
  });
  const unset = await commandRunner(t, databaseUrl, env);
  await t.rejects(unset(mailTestCommand, {}, 'thay@example.org'), { message: 'SMTP_URL must be set' });
});
