import type { Mutant } from '../../bin/mutants/mutant.ts';

const LIMITS = ['test/account/login-limits.test.ts'];
const GUARD = 'core/account/login-guard.ts';
const TOKENS = ['test/account/access-tokens.test.ts'];
const AUTHENTICATION = 'api/plugins/authentication.ts';
const EMAILS = ['test/mail/emails.test.ts'];
const RULES = ['test/account/password-rules.test.ts'];
const SCHOOL = ['test/account/school-login/school-login-call.test.ts'];

/** Passwords, logins and tokens. */
export const mutants: Mutant[] = [
  {
    name: 'a session that was ended ends all others',
    file: 'core/account/sessions.ts',
    find: '         and not exists (select from ended_tokens where user_id = $1 and token_id = $3)\n',
    replace: "         and $3::text is distinct from ''\n",
    tests: ['test/account/sessions-call.test.ts'],
  },
  {
    name: 'a login takes a chosen time zone away',
    file: 'core/account/account.ts',
    find: 'account.time_zone_chosen ? account.time_zone : zoneOr(',
    replace: 'zoneOr(',
    tests: ['test/account/own-account-call.test.ts'],
  },
  {
    name: 'the link of a letter can be used twice',
    file: 'core/mail/email-links.ts',
    find: '`delete from letter_links where digest = $1 and kind = $2 and ends_at > now()\n     returning kind',
    replace:
      '`update letter_links set ends_at = ends_at where digest = $1 and kind = $2 and ends_at > now()\n     returning kind',
    tests: EMAILS,
  },
  {
    name: 'a password set by a letter ends no session',
    file: 'core/mail/password-by-mail.ts',
    find: 'token_version = token_version + 1, ',
    replace: '',
    tests: EMAILS,
  },
  {
    name: 'a link to another address outlives the password',
    file: 'migrations/0030-letters-that-end.ts',
    find: 'delete from letter_links where user_id',
    replace: 'delete from letter_links where false and user_id',
    tests: EMAILS,
  },
  {
    name: 'the log says whom a letter was for',
    file: 'core/mail/mailer.ts',
    find: "word.includes('@') ? '(address)' : word",
    replace: 'word',
    tests: EMAILS,
  },
  {
    name: 'a link is made although its letter has ended with the sessions',
    file: 'core/mail/email-links.ts',
    find: 'from letters where id = $6 for share',
    replace: 'from (values ($6::bigint)) given (id)',
    tests: EMAILS,
  },
  {
    name: 'a letter that was not sent is gone',
    file: 'workers/timed-work.ts',
    find: 'return onError(error);',
    replace: 'onError(error);',
    tests: EMAILS,
  },
  {
    name: 'guesses at a password are not counted',
    file: GUARD,
    find: 'await countAttempt(this.#pool, { place, max: TRIES, window: WINDOW });',
    replace: '',
    tests: LIMITS,
  },
  {
    name: 'a guess is counted once it has been looked at: many at once are a way around',
    file: GUARD,
    find: `const places = await count();
    let result: T;
    try {
      result = await this.#queue.run(line, check);
    } catch (error) {
      if (!isWrong(error)) await this.#giveBack(places).catch(() => {});
      throw error;
    }
    await this.#giveBack(places);
    return result;`,
    replace: `try {
      return await this.#queue.run(line, check);
    } catch (error) {
      if (isWrong(error)) await count();
      throw error;
    }`,
    tests: LIMITS,
  },
  {
    name: 'a right password uses up a try',
    file: GUARD,
    find: 'await this.#giveBack(places);\n    return result;',
    replace: 'return result;',
    tests: LIMITS,
  },
  {
    name: 'who guesses elsewhere keeps the owner of an account out',
    file: GUARD,
    find: "known?.toString('hex') ?? ''",
    replace: "''",
    tests: LIMITS,
  },
  {
    name: 'who brings machines has tries without end',
    file: GUARD,
    find: 'await countAttempt(tx, { place: machines, max: TRIES_ON_MACHINES, window: WINDOW });',
    replace: '',
    tests: LIMITS,
  },
  {
    name: 'a machine that somebody used long ago has tries of its own',
    file: GUARD,
    find: ' and seen_at > now() - $4::interval',
    replace: ' and $4::interval is not null',
    tests: LIMITS,
  },
  {
    name: 'the passwords of all who come are hashed at once',
    file: 'core/account/password-queue.ts',
    find: 'const WIDTH = 4;',
    replace: 'const WIDTH = 4_000;',
    tests: ['test/account/password-queue.test.ts'],
  },
  {
    name: 'whoever comes may wait for a hash',
    file: 'core/account/password-queue.ts',
    find: 'if (lengthOf(lines) > WAITING_MAX) this.#refuseOne(lines);',
    replace: '',
    tests: ['test/account/password-queue.test.ts'],
  },
  {
    name: 'a common password is taken',
    file: 'core/account/password-rules.ts',
    find: 'if (!isCommon && !isMonotonous',
    replace: 'if (!isMonotonous',
    tests: RULES,
  },
  {
    name: 'a password of one letter is taken',
    file: 'core/account/password-rules.ts',
    find: 'if (!isCommon && !isMonotonous',
    replace: 'if (!isCommon',
    tests: RULES,
  },
  {
    name: 'the own name is taken for a password',
    file: 'core/account/password-rules.ts',
    find: ' && !isOwnWords(password, person)) return;',
    replace: ') return;',
    tests: RULES,
  },
  {
    name: 'a token of fifty years is taken',
    file: AUTHENTICATION,
    find: 'if (isTooLong || isOfTomorrow',
    replace: 'if (isOfTomorrow',
    tests: TOKENS,
  },
  {
    name: 'a token for somebody else is taken',
    file: AUTHENTICATION,
    find: "aud: Type.Literal('nho api'),",
    replace: 'aud: Type.Any(),',
    tests: TOKENS,
  },
  {
    name: 'a token that was ended is still good',
    file: AUTHENTICATION,
    find: 'if (account.endedTokens.includes(payload.jti))',
    replace: 'if (payload.jti === account.timeZone)',
    tests: ['test/account/sessions-call.test.ts'],
  },
  {
    name: 'staff stay logged in for as long as students',
    file: AUTHENTICATION,
    find: 'learns(role) ? TOKEN_SECONDS : staffHours * HOUR',
    replace: 'staffHours > 0 ? TOKEN_SECONDS : HOUR',
    tests: TOKENS,
  },
  {
    name: 'a key of one letter signs tokens',
    file: 'core/process/config.ts',
    find: 'new Set(config.JWT_SECRET).size < 8',
    replace: 'new Set(config.JWT_SECRET).size < 1',
    tests: ['test/process/config.test.ts'],
  },
  {
    name: 'plain HTTP is spoken to the network unasked',
    file: 'core/process/config.ts',
    find: 'if (isLoopback(HOST) || TLS_CERT_FILE',
    replace: 'if (HOST || TLS_CERT_FILE',
    tests: ['test/process/config.test.ts', 'test/start/refused-start.test.ts'],
  },
  {
    name: 'a teacher who waits may do what teachers do',
    file: 'api/plugins/authentication.ts',
    find: "if (account.awaitsApproval && access !== 'any') throw",
    replace: "if (account.awaitsApproval && access === 'admin') throw",
    tests: ['test/site/entry-call.test.ts'],
  },
  {
    name: 'the code of a class lets teachers in',
    file: 'core/site/entry.ts',
    find: 'if (!learns(role)) throw wrong();',
    replace: '',
    tests: ['test/site/entry-call.test.ts'],
  },
  {
    name: 'who says at the school’s login to be a teacher is one',
    file: 'core/account/school-login/school-login.ts',
    find: 'admit(role!).awaitsApproval && identity.role === null',
    replace: 'admit(role!).awaitsApproval && role === null',
    tests: SCHOOL,
  },
  {
    name: 'the way back from the school is open to every browser',
    file: 'core/account/school-login/school-visit.ts',
    find: `    .update(JSON.stringify([what, outer, browser]))`,
    replace: `    .update(JSON.stringify([what, outer]))`,
    tests: SCHOOL,
  },
  {
    name: 'an address that nobody has confirmed here is connected without a question',
    file: 'core/account/school-login/school-login.ts',
    find: `isTheirs: account.email_confirmed_at !== null`,
    replace: `isTheirs: true`,
    tests: SCHOOL,
  },
  {
    name: 'an address that the school does not confirm counts',
    file: 'core/account/school-login/school-identity.ts',
    find: `email_verified === true || (emailTrusted`,
    replace: `email_verified !== false || (emailTrusted`,
    tests: ['test/process/school-settings.test.ts'],
  },
  {
    name: 'the code of the school’s login is good twice',
    file: 'core/account/school-login/school-visit.ts',
    find: `.executeTakeFirstOrThrow(() => new AppError('school_login_gone'));`,
    replace: '.executeTakeFirst();',
    tests: SCHOOL,
  },
  {
    name: 'an old login at the school confirms who it is',
    file: 'core/account/school-login/school-provider.ts',
    find: 'Number(claims.auth_time) + SKEW >= since',
    replace: 'Number(claims.auth_time) + SKEW >= 0',
    tests: ['test/account/school-login/own-school-login-call.test.ts'],
  },
  {
    name: 'a connection with the school is a proof',
    file: 'core/account/school-login/school-visit.ts',
    find: `    .where('confirms', '=', confirms)\n`,
    replace: '',
    tests: ['test/account/school-login/own-school-login-call.test.ts'],
  },
  {
    name: 'a letter tells each minute that an account goes',
    file: 'core/mail/emails.ts',
    find: 'and told_delete_at is distinct from delete_at ',
    replace: '',
    tests: ['test/mail/emails-of-end.test.ts'],
  },
  {
    name: 'who is disconnected from the school has no way in',
    file: 'core/person/person-changes.ts',
    find: `if (change !== 'new_password' && change !== 'disconnect_school') return`,
    replace: `if (change !== 'new_password') return`,
    tests: ['test/person/disconnected-person.test.ts'],
  },
];
