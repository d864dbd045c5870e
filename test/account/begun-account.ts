import type { Test } from 'tap';
import { makeLink } from '../../core/mail/email-links.ts';
import type { TestAccount, TestApi } from '../harness/api-harness.ts';

interface Letter {
  id: string;
  kind: 'confirm_email' | 'new_password';
  userId: number;
  address: string;
}

/** The token in the link of the newest email to an address, as a worker would send it. */
export async function linkTo(api: TestApi, address: string, kind: Letter['kind']): Promise<string> {
  const [letter] = await api.sql<Letter>`select id, kind, user_id as "userId", address from letters
    where lower(address) = lower(${address}) and kind = ${kind} order by letters.id desc limit 1`;
  if (!letter) throw new Error(`no letter ${kind} to ${address}`);
  const link = await makeLink(api.pool, 'https://nho.example.org', letter);
  await api.sql`delete from letters where id = ${letter.id}`;
  return link!.split('#')[1]!;
}

/**
 * Begins with an account all that a stranger may have begun before its address is confirmed for the first time: a session, a
 * connection and a way to the school's login, another address, its deletion, a file of its data, a class that made it. What is
 * returned looks whether all of it has ended.
 */
export async function beginEverything(api: TestApi, account: TestAccount) {
  const other = `other-${account.id}@example.org`;
  const asked = await account.call('POST /api/me/email', {
    body: { email: other, current_password: account.password },
  });
  if (!asked.body.data.letter) throw new Error('no letter');
  const link = await linkTo(api, other, 'confirm_email');
  const teacher = await api.register('teacher');
  await account.data('POST /api/me/data');
  await account.data('POST /api/me/deletion', { body: { password: account.password } });
  await api.sql`with made as (insert into classes (teacher_id, name) values (${teacher.id}, '10A') returning id)
    update users set made_in_class_id = (select id from made) where id = ${account.id}`;
  await api.sql`insert into school_visits (secret, user_id, ends_at)
    values (${Buffer.from(`visit ${account.id}`)}, ${account.id}, now() + interval '10 minutes')`;
  const stranger = { issuer: 'https://stranger', subject: `stranger-${account.id}` };
  return {
    /** Connects the account with a stranger of the school, which not every way of confirming leaves room for. */
    async connected() {
      await api.sql`insert into school_logins (issuer, subject, user_id)
        values (${stranger.issuer}, ${stranger.subject}, ${account.id})`;
    },
    async hasEnded(t: Test) {
      const { status, body } = await api.call('POST /api/confirm-email', { body: { token: link } });
      t.same([status, body.code], [409, 'link_ended'], 'the link to another address');
      t.equal((await account.call('GET /api/me')).status, 401, 'the session');
      t.same(
        await api.sql`select delete_at, made_in_class_id, email_confirmed_at is not null as sure, claimed_email,
            (select count(*)::integer from school_visits where user_id = u.id) as visits,
            (select count(*)::integer from own_data_files where user_id = u.id) as files,
            (select count(*)::integer from school_logins where user_id = u.id and issuer = ${stranger.issuer}) as strangers
          from users u where id = ${account.id}`,
        [
          {
            ...{ delete_at: null, made_in_class_id: null, sure: true, claimed_email: null },
            ...{ visits: 0, files: 0, strangers: 0 },
          },
        ],
      );
    },
  };
}
