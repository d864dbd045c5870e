import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const LIMITS = ['test/account/login-limits.test.ts'];
const GUARD = 'core/account/login-guard.ts';
const TOKENS = ['test/account/access-tokens.test.ts'];
const AUTHENTICATION = 'api/plugins/authentication.ts';
const EMAILS = ['test/mail/emails.test.ts'];
const CLAIMS = ['test/account/claimed-address.test.ts'];
const RULES = ['test/account/password-rules.test.ts'];
const SCHOOL = ['test/account/school-login/school-login-call.test.ts'];
const SETTINGS = ['test/process/config.test.ts', 'test/start/refused-start.test.ts'];
const OWN_SCHOOL = ['test/account/school-login/own-school-login-call.test.ts'];

/** Passwords, logins and tokens. */
export const mutants: Mutant[] = [
  ...mutantsIn('core/account/sessions.ts', ['test/account/sessions-call.test.ts'], {
    'a session that was ended ends all others': {
      find: '         and not exists (select 1 from ended_tokens where user_id = $1 and token_id = $3)\n',
      replace: "         and $3::text is distinct from ''\n",
    },
  }),
  ...mutantsIn('core/account/password.ts', ['test/account/login-call.test.ts'], {
    'a password is hashed as a keyboard has sent it': {
      find: 'hash(levelPassword(password), OPTIONS)',
      replace: 'hash(password, OPTIONS)',
    },
    'a password of before is compared in one form alone': {
      find: 'index < count',
      replace: 'index < 1',
    },
  }),
  ...mutantsIn('core/account/account.ts', ['test/account/own-account-call.test.ts'], {
    'a login takes a chosen time zone away': {
      find: 'account.time_zone_chosen ? account.time_zone : zoneOr(',
      replace: 'zoneOr(',
    },
  }),
  ...mutantsIn('core/account/account.ts', CLAIMS, {
    'an address that nobody has claimed costs a login less': {
      find: 'found.claim !== undefined || (claims && email.includes(',
      replace: 'found.claim !== undefined || (!claims && email.includes(',
    },
    'who registers has an address that others may have': {
      find: 'isClaim: options.claims,',
      replace: 'isClaim: false,',
    },
    'a claim is chosen by its age alone': {
      find: ' nulls last,\n       u.disabled_at',
      replace: ' is null and false,\n       u.disabled_at',
    },
  }),
  ...mutantsIn(GUARD, CLAIMS, {
    'the places of a claim give more tries at the password of its address’s owner': {
      find: 'open: { own: undefined, claim }',
      replace: 'open: { own, claim }',
    },
    'who has used up the tries of an owner learns that somebody has the address': {
      find: 'const forOwn = await orRefusal(this.#countLogin(ownTries));',
      replace: 'const forOwn: Buffer[] | AppError = await this.#countLogin(ownTries);',
    },
    'a claim shares its tries with the account that has the address': {
      find: 'who: isUnconfirmed ? `another claim ${who}` : `claim ${who}`,',
      replace: '',
    },
    'guesses of before count for or against who has just registered': {
      find: 'isUnconfirmed ? `claim ${who}` : who;',
      replace: 'who;',
    },
  }),
  ...mutantsIn('core/mail/emails.ts', EMAILS, {
    'who has an address does not learn that somebody registered with it': {
      find: "else 'address_in_use' end, coalesce(u.id, $1)",
      replace: "else 'address_in_use' end, $1",
    },
  }),
  ...mutantsIn('core/account/address-proof.ts', EMAILS, {
    'a link to another address outlives the first confirmation': {
      find: 'token_version: isFirst ? sql<number>`token_version + 1` : undefined,',
      replace: '',
    },
    'what a stranger has connected outlives the first confirmation': {
      find: "await tx.query('/* endWhatWasBegun */ delete from school_logins where user_id = $1', [accountId]);",
      replace: '',
    },
    'who put somebody on a list keeps the account of a confirmed address': {
      find: 'made_in_class_id: null,',
      replace: '',
    },
    'the data of an account that a stranger used is still to be had': {
      find: "await tx.query('/* endWhatWasBegun */ delete from own_data_files where user_id = $1', [accountId]);",
      replace: '',
    },
  }),
  ...mutantsIn('core/account/address-proof.ts', OWN_SCHOOL, {
    'a list keeps the account whose address the school has confirmed': {
      find: 'made_in_class_id: null,',
      replace: '',
    },
    'a deletion that a stranger asked for goes on': {
      find: "and delete_reason = 'own'`",
      replace: "and delete_reason = 'unseen'`",
    },
  }),
  ...mutantsIn('core/mail/email-links.ts', EMAILS, {
    'the link of a letter can be used twice': {
      find: 'delete from letter_links where digest = $1 and kind = $2 and ends_at > now()\n     returning kind',
      replace:
        'update letter_links set ends_at = ends_at where digest = $1 and kind = $2 and ends_at > now()\n     returning kind',
    },
  }),
  ...mutantsIn('core/mail/password-by-mail.ts', EMAILS, {
    'a password set by a letter ends no session': {
      find: 'token_version = token_version + 1, ',
      replace: '',
    },
  }),
  ...mutantsIn('migrations/0072-claimed-addresses.ts', EMAILS, {
    'a link to another address outlives the password': {
      find: 'delete from letter_links where user_id',
      replace: 'delete from letter_links where false and user_id',
    },
    'a letter that waits outlives the sessions of its account': {
      find: 'delete from letters where user_id',
      replace: 'delete from letters where false and user_id',
    },
  }),
  ...mutantsIn('core/mail/mailer.ts', EMAILS, {
    'the log says whom a letter was for': {
      find: "word.includes('@') ? '(address)' : word",
      replace: 'word',
    },
  }),
  ...mutantsIn('workers/timed-work.ts', EMAILS, {
    'a letter that was not sent is gone': {
      find: 'return onError(error);',
      replace: 'onError(error);',
    },
  }),
  ...mutantsIn(GUARD, ['test/colleague/invitation-call.test.ts'], {
    'a teacher sends as many letters of invitations as they like': {
      find: "await countAttempt(tx, { place, max: EMAILS_BY_ONE, window: INVITED_WINDOW, code: 'too_many_invited' });",
      replace: 'void place;',
    },
    'letters to one address are not limited': {
      find: 'const EMAILS_TO_ONE = 5;',
      replace: 'const EMAILS_TO_ONE = 5_000;',
    },
  }),
  ...mutantsIn(GUARD, LIMITS, {
    'guesses at a password are not counted': {
      find: 'await countAttempt(this.#pool, { place, max: TRIES, window: WINDOW });',
      replace: '',
    },
    'a guess is counted once it has been looked at: many at once are a way around': {
      find: `const counted = await count();
    const { places } = counted;
    let result: T;
    try {
      result = await this.#queue.run(line, () => check(counted));
    } catch (error) {
      if (!isWrong(error)) await this.#giveBack(places).catch(() => {});
      throw error;
    }
    await this.#giveBack(places);
    return result;`,
      replace: `try {
      return await this.#queue.run(line, () => check({ places: [] } as never));
    } catch (error) {
      if (isWrong(error)) await count();
      throw error;
    }`,
    },
    'a right password uses up a try': {
      find: 'await this.#giveBack(places);\n    return result;',
      replace: 'return result;',
    },
    'who guesses elsewhere keeps the owner of an account out': {
      find: "known?.toString('hex') ?? ''",
      replace: "''",
    },
    'who brings machines has tries without end': {
      find: 'await countAttempt(tx, { place: machines, max: TRIES_ON_MACHINES, window: WINDOW });',
      replace: '',
    },
    'a machine that somebody used long ago has tries of its own': {
      find: ' and seen_at > now() - $4::interval',
      replace: ' and $4::interval is not null',
    },
  }),
  ...mutantsIn('core/account/password-queue.ts', ['test/account/password-queue.test.ts'], {
    'the passwords of all who come are hashed at once': {
      find: 'const WIDTH = 4;',
      replace: 'const WIDTH = 4_000;',
    },
    'whoever comes may wait for a hash': {
      find: 'if (lengthOf(lines) > WAITING_MAX) this.#refuseOne(lines);',
      replace: '',
    },
  }),
  ...mutantsIn('core/account/password-rules.ts', RULES, {
    'a common password is taken': {
      find: 'if (!isCommon && !isMonotonous',
      replace: 'if (!isMonotonous',
    },
    'a password of one letter is taken': {
      find: 'if (!isCommon && !isMonotonous',
      replace: 'if (!isCommon',
    },
    'the own name is taken for a password': {
      find: ' && !isOwnWords(password, person)) return;',
      replace: ') return;',
    },
  }),
  ...mutantsIn(AUTHENTICATION, TOKENS, {
    'a token of fifty years is taken': {
      find: 'if (isTooLong || isOfTomorrow',
      replace: 'if (isOfTomorrow',
    },
    'a token for somebody else is taken': {
      find: "aud: Type.Literal('nho api'),",
      replace: 'aud: Type.Any(),',
    },
    'staff stay logged in for as long as students': {
      find: 'learns(role) ? TOKEN_SECONDS : staffHours * HOUR',
      replace: 'staffHours > 0 ? TOKEN_SECONDS : HOUR',
    },
  }),
  ...mutantsIn(AUTHENTICATION, ['test/account/sessions-call.test.ts'], {
    'a token that was ended is still good': {
      find: 'if (account.endedTokens.includes(payload.jti))',
      replace: 'if (payload.jti === account.timeZone)',
    },
  }),
  ...mutantsIn('core/process/config.ts', ['test/process/config.test.ts'], {
    'a key of one letter signs tokens': {
      find: 'new Set(config.JWT_SECRET).size < 8',
      replace: 'new Set(config.JWT_SECRET).size < 1',
    },
  }),
  ...mutantsIn('core/process/config.ts', SETTINGS, {
    'plain HTTP is spoken to the network unasked': {
      find: 'if (isLoopback(HOST) || TLS_CERT_FILE',
      replace: 'if (HOST || TLS_CERT_FILE',
    },
  }),
  ...mutantsIn(AUTHENTICATION, ['test/site/entry-call.test.ts'], {
    'a teacher who waits may do what teachers do': {
      find: "if (account.awaitsApproval && access !== 'any') throw",
      replace: "if (account.awaitsApproval && access === 'admin') throw",
    },
  }),
  ...mutantsIn('core/site/entry-limits.ts', ['test/site/entry-call.test.ts'], {
    'the school’s code makes a teacher of whoever says so': {
      find: "entry !== 'open'",
      replace: "entry === 'approval'",
    },
  }),
  ...mutantsIn('core/site/entry-limits.ts', SCHOOL, {
    'by the school’s login everybody is a teacher where others need a code': {
      find: "entry !== 'open'",
      replace: "entry === 'approval'",
    },
  }),
  ...mutantsIn('core/site/entry.ts', ['test/site/entry-call.test.ts'], {
    'the code of a class lets teachers in': {
      find: 'if (!learns(role)) throw wrong();',
      replace: '',
    },
  }),
  ...mutantsIn('core/account/school-login/school-login.ts', SCHOOL, {
    'who says at the school’s login to be a teacher is one': {
      find: 'admit(role!).awaitsApproval && identity.role === null',
      replace: 'admit(role!).awaitsApproval && role === null',
    },
    'an address that nobody has confirmed here is connected without a question': {
      find: `isTheirs = account.email_confirmed_at !== null`,
      replace: `isTheirs = true`,
    },
  }),
  ...mutantsIn('core/account/school-login/school-login.ts', OWN_SCHOOL, {
    'another account of the school takes the place of the one that is connected': {
      find: "if (await isConnected(tx, accountId)) throw new AppError('school_login_connected');",
      replace: "await logins(tx).deleteFrom('school_logins').where('user_id', '=', accountId).execute();",
    },
    'a stranger’s account of the school is connected with an unconfirmed address': {
      find: "throw new AppError('address_unconfirmed');",
      replace: 'await consume(tx, key);',
    },
  }),
  ...mutantsIn('api/routes/account/school-login.routes.ts', OWN_SCHOOL, {
    'a session that was left open connects an account of the school': {
      find: 'await requireUnconnected(pool, account.id);\n    await prove(account.id, token, body.password);',
      replace: 'await requireUnconnected(pool, account.id);\n    void [token, body];',
    },
    'a session that was left open disconnects the school': {
      find: 'await requireOtherWay(pool, account.id);\n    await prove(account.id, token, body.password);',
      replace: 'await requireOtherWay(pool, account.id);\n    void [token, body];',
    },
  }),
  ...mutantsIn('core/account/school-login/school-visit.ts', SCHOOL, {
    'the way back from the school is open to every browser': {
      find: `    .update(JSON.stringify([what, outer, browser]))`,
      replace: `    .update(JSON.stringify([what, outer]))`,
    },
    'the code of the school’s login is good twice': {
      find: `.executeTakeFirstOrThrow(() => new AppError('school_login_gone'));`,
      replace: '.executeTakeFirst();',
    },
  }),
  ...mutantsIn('core/account/school-login/school-identity.ts', ['test/process/school-settings.test.ts'], {
    'an address that the school does not confirm counts': {
      find: `email_verified === true || (emailTrusted`,
      replace: `email_verified !== false || (emailTrusted`,
    },
  }),
  ...mutantsIn('core/account/school-login/school-provider.ts', OWN_SCHOOL, {
    'an old login at the school confirms who it is': {
      find: 'Number(claims.auth_time) + SKEW >= since',
      replace: 'Number(claims.auth_time) + SKEW >= 0',
    },
  }),
  ...mutantsIn('core/account/school-login/school-visit.ts', OWN_SCHOOL, {
    'a connection with the school is a proof': {
      find: `    .where('confirms', '=', confirms)\n`,
      replace: '',
    },
  }),
  ...mutantsIn('core/mail/emails.ts', ['test/mail/emails-of-end.test.ts'], {
    'a letter tells each minute that an account goes': {
      find: 'and told_delete_at is distinct from delete_at ',
      replace: '',
    },
  }),
  ...mutantsIn('core/person/person-changes.ts', ['test/person/disconnected-person.test.ts'], {
    'who is disconnected from the school has no way in': {
      find: `if (change !== 'new_password' && change !== 'disconnect_school') return`,
      replace: `if (change !== 'new_password') return`,
    },
  }),
  ...mutantsIn('api/plugins/seen-accounts.ts', ['test/person/people-call.test.ts'], {
    'it is forgotten who was here when a process ends': {
      find: 'await writing.close();\n      await write();',
      replace: 'await writing.close();',
    },
    'each who comes is written down alone': {
      find: 'here.set(tokenId, accountId);\n      void writing.poll();',
      replace: 'here.set(tokenId, accountId);\n      void write();',
    },
  }),
];
