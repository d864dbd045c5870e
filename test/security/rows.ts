// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles stand here as they do in their files
import { readdirSync } from 'node:fs';
import type { Finding, SecurityRow } from '../../bin/security/security-report.ts';
import { column } from '../harness/columns.ts';

const HOSTILE = 'security/hostile-calls: hostile values in every place of every call, by ${caller.name}';
const LOGO =
  'site/site-changes: a logo that is an SVG, no picture, or has too many bytes or pixels is never decoded';

/** The promises by their numbers, each with the tests that prove it: the test file, and the title as it stands there. */
const PROOFS: Record<string, string[]> = {
  'S1 A forged token is refused: no algorithm, another one, another key, a key of the sender’s, unknown extensions':
    ['account/access-tokens: SL-03 a token with ${fault} is 401'],
  'S2 Each claim of a token that is wrong alone is refused': [
    'account/access-tokens: SL-03 a token with ${fault} is 401',
    'account/access-tokens: ERR-39 a token that has been good is refused once it has expired',
  ],
  'S3 No token serves for another kind': [],
  'S4 A refresh token is used once': [],
  'S5 A logout, a new password, an account that is gone or has another role end a session at the next call': [
    'account/sessions-call: SL-07 logging out ends this token, in every process, and no other of the account',
    'account/own-account-call: SL-08 the change ends all other sessions, in this process and in the others',
    'account/access-tokens: SL-03 the token of an account that no longer exists is 401',
    'account/access-tokens: SL-03 a role in a token counts for nothing: the database says who is who',
    'classroom/live-call: a new password ends the streams; the old token opens none',
  ],
  'S6 A session ends after its time, that of staff sooner': [
    'account/access-tokens: SL-07 a token lasts seven days',
    'account/access-tokens: SL-07 a token of staff lasts as many hours as is set',
  ],
  'S7 Passwords have 8 to 128 letters, no other rule, and are none that many people have': [
    'account/password-rules: SL-08 passwords that many people have are refused, in whatever case',
    'account/password-rules: SL-08 a password of the own name or address is refused, with digits or without',
    'account/register-call: SL-08 a password has at least 8 characters and is confirmed',
    'account/login-call: every letter of a long password counts',
  ],
  'S8 Passwords are kept as Argon2id hashes with today’s parameters; a login renews older ones': [
    'account/login-call: a hash that was made with other parameters is made anew by a login, and only by that',
    'account/login-call: a password is kept as a salted Argon2id hash of 19 MiB and two rounds',
  ],
  'S9 Guesses are limited by account and by address, and keep nobody out who is known': [
    'account/login-limits: SL-44 of a thousand guesses at once at most twenty are looked at',
    'account/login-limits: SL-44 nor, by guesses from the same address, somebody whose device is known',
    'account/login-limits: SL-44 an address that nobody has is counted likewise',
  ],
  'S10 Status, body and work of a failed login tell nobody which accounts there are, nor does a registration where letters are sent':
    [
      'account/claimed-address: ACC-34 where letters are sent, neither a registration nor a login after it tells who has an account',
      'account/login-call: ERR-02 login failures are one: status and body tell nobody which accounts there are',
      'account/login-call: an unknown account costs as much work as a wrong password',
    ],
  'S11 A forgotten password is reset by a token that is good once': [
    'mail/emails: MAI-01 PWD-01 a forgotten password is replaced by the link of a letter, once',
    'mail/emails: PWD-02 asking tells nobody who has an account, and a disabled one gets no letter',
    'mail/emails: PWD-03 a newer link, its time and a new address end a link',
    'mail/emails: PWD-03 of two who open one link at once one chooses the password',
    'mail/emails: MAI-02 no database holds a token, and no letter is lost to a mail server that is away',
  ],
  'S12 There are no default accounts and no default secrets': [
    'process/config: SL-31 SL-09 with nothing set there are defaults, and none of them is a secret',
    'process/config: a secret that is refused is not printed',
    'start/logs-without-secrets: a malformed secret is named by its variable only: ${script}',
  ],
  'S13 Each call is tried by each kind of caller; a call that is not in the table fails the tests': [
    'api/access-table: SL-03 every call of the API is in this table, and no other',
    'api/undeclared-access: SL-03 a route that does not say who may call it is refused before the server starts',
    'api/undeclared-access: SL-03 who may not call is told so, whatever else is wrong with the call',
  ],
  'S14 Ids of others are refused, wherever they stand': [
    'api/access-table: SL-03 of whatever belongs to somebody, owner and stranger get different answers',
    'api/access-table: ACC-28 ACC-29 ACC-30 ACC-31 SL-03 ${name}: ${method} ${shown} is ${expected}',
    'security/no-foreign-data: no answer to a student holds what belongs to another',
    HOSTILE,
  ],
  'S15 What a body says beyond its fields changes nothing': [
    'account/register-call: ACC-09 what a body says beyond its fields is ignored: id, token version, hash',
    'account/own-account-call: API-07 the body cannot name another account',
    HOSTILE,
  ],
  'S16 No field leaves the server that the answer’s contract does not name': [
    'api/documentation: ${method} ${url} says who may call it, what it takes and what it answers',
    'security/no-foreign-data: no answer to a student holds what belongs to another',
  ],
  'S17 No input reaches an object’s prototype': [
    'api/hostile-bodies: SL-03 a body cannot reach an object’s prototype',
    HOSTILE,
  ],
  'S18 A query that says a thing twice is refused': [
    'api/hostile-bodies: SL-01 a query that says a thing twice is refused',
  ],
  'S19 SQL in any text is text': [HOSTILE],
  'S20 A body of another type is refused, however the type is written': [
    'api/hostile-bodies: SL-01 a body of another type is 415',
    HOSTILE,
  ],
  'S21 Bodies that are too long, too deep or no text are refused': [
    'api/hostile-bodies: SL-01 a body may be nested or have names as much as its length allows',
    'api/hostile-bodies: SL-01 a NUL character, which the database cannot keep, is refused and its field named',
    'api/hostile-bodies: SL-01 text that is no text is kept as what is left of it, or refused',
    HOSTILE,
  ],
  'S22 Scripts in names, cards, classes and exams are shown as text': [
    'browser/shell/shown-as-text: texts of people are shown as text on every screen, and run nowhere',
  ],
  'S23 A spreadsheet runs no cell of a file that is exported': [
    'deck-export/exported-files: no spreadsheet runs a card, and reading it back gives the very same text',
    'lib/text/csv: cells that a spreadsheet would run are made harmless',
    'lib/text/csv: every table is read back as it was, but for the apostrophe',
  ],
  'S24 No regular expression takes long for a long text': [
    'security/regular-expressions: no regular expression of the server takes long for a long text',
  ],
  'S25 Every hostile archive is refused by name, with little work': [
    'deck-import/archive/hostile-archives: SL-57 refused with little work: ${name}',
    'deck-import/archive/hostile-archives: SL-57 an archive cut off anywhere is refused',
    'deck-import/archive/hostile-archives: SL-57 an archive with damaged bytes is refused or read the same',
  ],
  'S26 Names in an archive are never used as places': [
    'deck-import/archive/hostile-archives: SL-57 refused with little work: ${name}',
    'deck-import/archive/zip-archive: SL-57 names are read in every encoding that programs write, and become NFC',
  ],
  'S27 A bomb stops at its limit': [
    'deck-import/archive/zip-archive: SL-57 a bomb that is extracted stops at the size that it is said to have',
    'deck-import/archive/hostile-archives: SL-57 an archive may be as large as the limits say, and not larger',
  ],
  'S28 Audio is what its bytes say': [
    'card/card-audio: CRD-04 SL-01 SL-58 ${what} is no audio, whatever it is called',
    'exam/exam-audio-call: EXM-20 SL-01 ${what} under the name of an MP3 is refused, and nothing is left of it',
  ],
  'S29 A logo with a script is refused': [LOGO],
  'S30 A picture of too many pixels is refused before it is decoded': [LOGO],
  'S31 Files are served with a fixed type, as what they are, and no folder is listed': [
    'card/card-audio: CRD-03 an audio is played with seeking and kept for good',
    'api/error-answers: a file may run nothing, whatever it is, and no folder is listed',
  ],
  'S32 Forms have limits of parts, names, sizes and time, and leave nothing': [
    'card/card-audio: SL-58 an upload of unknown length ends once it is too large',
    'card/card-audio: an upload whose sender goes away leaves nothing',
    'card/card-audio: SL-01 a form that is broken is 400, of another type 415',
    'api/connections: a body, a head or nothing at all that comes too slowly ends the connection',
    'api/connections: a form may take longer than any other request',
    'exam/exam-audio-call: SL-01 a form’s texts have an end, though it does not say how long it is',
    HOSTILE,
  ],
  'S33 What one teacher may have and send is bounded': [
    'access/quotas: a teacher has so many audio files; the same one on two cards is one',
    'access/quotas: who has sent enough for a day goes on tomorrow',
    'access/quotas: no file is taken when the disk has too little room; all else goes on',
  ],
  'S34 No address leads out of the folders that are served': [
    'security/hostile-calls: other addresses answer with their headers too, and lead out of no folder',
    'api/error-answers: SL-01 an address that cannot be read is 400, as JSON of our own',
  ],
  'S35 A school behind one address is not refused; one account that asks without end is': [
    'api/admission: an account that asks without end is refused, and nobody else',
    'api/admission: an address without a token is refused, and not those who are logged in behind it',
    'account/login-limits: SL-44 a school behind one address logs in, three in a hundred mistyping first',
  ],
  'S36 X-Forwarded-For is believed of the proxies that are set, and of nobody else': [
    'account/login-limits: SL-44 X-Forwarded-For of anybody is not believed',
  ],
  'S37 A batch has twenty parts and two megabytes, and each part is checked and counted as a call of its own':
    [
      'contract/batch-call: SL-54 a batch has 1 to 20 entries',
      'contract/batch-call: SL-54 all parts together have at most 2 MB; what there is no room for is refused',
      'contract/batch-call: SL-54 batches of one account are made a few at a time, a few wait, more are refused',
      'contract/batch-call: SL-54 no part brings a token, header or method of its own',
      'security/no-foreign-data: no answer to a student holds what belongs to another',
    ],
  'S38 A key that is sent again with other content is a conflict; the key of another tells nothing': [
    'learning/answering/progress-call: LRN-42 the same key with other content is 409 and changes nothing',
    'learning/answering/progress-call: SL-03 another student’s key tells nothing: it is as good as new',
    'exam/attempt/taken-id: LRN-42 SL-01 no key of a client can stand where an event of the server will stand',
  ],
  'S39 Streams need a token in the head, are five of an account, and end with the token': [
    'classroom/live-call: an account has five streams: the sixth ends the oldest, and nobody else’s',
    'classroom/live-call: a stream ends when its token does',
    'classroom/live-call: SL-03 who may not watch is told so in JSON',
    'account/access-tokens: SL-03 without the scheme Bearer a token is none',
  ],
  'S40 Slow and idle connections are ended, and others are served meanwhile': [
    'api/connections: a body, a head or nothing at all that comes too slowly ends the connection',
    'api/connections: a process keeps only so many connections',
  ],
  'S41 Every answer, whatever its status, says that nothing in it may be run, framed or guessed at': [
    'api/error-answers: no answer is guessed at, framed or run, whatever its status',
    'api/error-answers: browsers are told to stay with TLS where they came by TLS, and nowhere else',
    HOSTILE,
  ],
  'S42 A foreign site cannot make a call in somebody’s name': [HOSTILE],
  'S43 No other origin may read an answer': [
    'security/hostile-calls: other addresses answer with their headers too, and lead out of no folder',
    HOSTILE,
  ],
  'S44 Answers are kept by no cache, and a second user of a browser sees nothing of the first': [
    'browser/account/lost-login: GLB-13 GLB-14 a logout with unsaved answers asks; the next student neither sends nor sees them',
    'lib/kept/expiring-cache: SL-62 the key carries the user id: nobody sees what another user cached',
    HOSTILE,
  ],
  'S45 An error tells nothing of the inside; what is for operators is closed': [
    'api/error-answers: a fault of ours is 500, and tells a request’s number and nothing else',
    'api/health: measurements are for callers on this machine, not for those of its proxy',
    HOSTILE,
  ],
  'S46 No line of a log holds a password, token, hash or address, and no input forges a line': [
    'security/hostile-calls: no line of the log has a secret in it, and nobody forges one',
    'start/logs-without-secrets: no password, hash, token or secret is in any log, whatever fails',
  ],
  'S47 The roles of the database may do no more than they need': [
    'api/database-roles: S47 the role of the API appends to the log and can do nothing else to it',
    'api/database-roles: S47 the role of the API makes, changes and removes no table, and runs no program',
    'api/database-roles: analysts read what students did, and no secret; they change nothing',
  ],
  'S48 Packages have exact versions and hashes, none with a known weakness, and a bill of materials': [
    'repository/dependencies: every dependency is pinned to one exact version',
    'repository/dependencies: what has a published weakness is newer than its mending',
    'repository/dependencies: npm run sbom names every package that runs with the product, its version and hash',
  ],
  'S49 Until a student has handed in, nothing that is answered depends on the key': [
    'exam/no-leak: SL-49 until a student has handed in, no byte of any answer depends on the key',
    'exam/no-leak: SL-49 who has handed in is told the score, and nothing else that depends on the key',
    'security/no-foreign-data: no answer to a student holds what belongs to another',
  ],
  'S50 An exam is handed in once and in time, by the clock of the database': [
    'exam/attempt/submission-call: a submission that is sent again with its key succeeds as the first time',
    'exam/attempt/submission-call: a process that dies when the submission is in the log leaves nothing open',
    'exam/attempt/submission-call: SL-48 when the time and its grace are over, what was saved is handed in as of the end',
    'exam/attempt/submission-call: SL-48 a host whose own clock is wrong ends no exam early and moves no deadline',
    'exam/attempt/attempt-call: SL-48 twenty windows on two API processes begin one attempt',
    'exam/attempt/submission-call: EXS-26 nobody hands in what they have not begun',
  ],
  'S51 Who registered with an address first keeps nothing of it once its owner has shown whose it is': [
    'mail/emails: MAI-05 the first confirmation ends what a stranger has opened with the address',
    'account/school-login/own-school-login-call: OID-19 an address that nobody has confirmed is connected with the school’s own alone',
    'account/school-login/own-school-login-call: OID-19 an account of a list is its owner’s once the school has confirmed its address',
  ],
  'S52 What is given by an address reaches nobody but who was shown to read its letters': [
    'colleague/invitation-call: COL-23 where letters are sent, an address is somebody’s who has confirmed it',
    'colleague/invitation-call: COL-23 an address that was taken after its invitation brings nobody to the class',
    'colleague/invitation-call: COL-25 an invitation that is over sends no letter, and the link of its letter is dead',
    'colleague/invitation-call: COL-26 letters of invitations are few to one address, of one teacher and of one network',
    'mail/emails: MAI-09 a name stands in letters to a confirmed address alone',
  ],
  'S53 On a shared computer nobody reads what an ended session has left': [
    'browser/account/lost-login: OFF-07 OFF-08 OFF-09 on a shared computer nothing of an ended session can be read, and unsent work is sent later',
    'lib/kept/sealed-work: OFF-07 OFF-08 nothing of an ended session can be read, and its user goes on with it',
  ],
  'S54 What students import for themselves is nobody else’s': [
    'deck-import/own-import: OWD-04 an import into a student’s own deck is nobody else’s, nor the administrator’s',
  ],
  'S55 Pictures do not tell where and with what they were taken': [
    'card/card-pictures: PIC-13 where and with what a picture was taken is not kept (${kind})',
    'files/picture-metadata: PIC-13 ${kind}: nothing is left of its metadata, and it is what it was',
  ],
  'S56 Of an erased account nothing is left, in files or in the audit log': [
    'person/erased-files: OWN-11 files of cards that nobody else has go with the account',
    'audit/audit-without-titles: BOA-06 titles that earlier versions wrote into the book are gone after an upgrade',
  ],
  'S57 A code makes nobody a teacher, and brings nobody back whom a teacher has taken out': [
    'site/entry-call: ENT-05 by code: the school’s for everybody, a class’s for students',
    'classroom/class-code-call: JOI-03 who waits is let in by an open code; who was turned down or taken out is not',
  ],
  'S58 A password is the same one on every keyboard, and with a mark more or less another one': [
    'account/login-call: ACC-36 a password is the same one on every keyboard, wherever it is set and typed',
    'account/login-call: ACC-36 what earlier versions hashed as it was typed logs in by every keyboard, and is made anew',
  ],
  'S59 A session that was left open connects, disconnects and replaces no account of the school': [
    'account/school-login/own-school-login-call: OID-14 OID-18 a session alone connects and disconnects nobody, and replaces nothing',
    'account/school-login/own-school-login-call: OID-15 OID-18 a session alone connects no account without a password',
  ],
  'S60 A page belongs to its user: nothing of it counts for somebody who logs in beside it, and it begins no exam for them':
    [
      'browser/account/lost-login: OFF-10 OFF-11 EXS-30 an exam left open is not the next student’s who logs in in another tab',
      'browser/account/lost-login: OFF-10 OFF-11 a learning session left open rates nothing for the next student',
      'browser/account/lost-login: EXS-29 a login in the place of another leads on to the exam, which asks who is there first',
      'lib/call/api-client: OFF-10 nothing is sent from a page in the name of somebody who has logged in beside it',
    ],
  'S61 Numbers of classes are not counted up, and say to nobody whose a class is': [
    'classroom/membership-call: CLS-20 classes are not counted up by their numbers for long',
    'classroom/membership-call: CLS-21 who asks by number learns neither class nor teacher before the approval',
  ],
  'S62 The address of somebody who was invited and never came is forgotten': [
    'colleague/invitation-call: COL-07 two weeks after an invitation ended, the address of an absentee is forgotten',
  ],
  'S63 A login at the school leads to no other site, and a logout says that the school may still be open': [
    'account/school-login/school-login-call: OID-20 no other site is where it goes on',
    'browser/account/school-login: OID-21 after logging out it is said that the school’s login may still be open',
  ],
  'S64 After a failover that lost commits, what was acknowledged before is refused, not mistaken': [
    'log/timeline: on another timeline every partition gets another epoch, by one of those who look',
  ],
};

/** Why a promise does not apply, what of it is left out on purpose, or what is open; by its number. */
const REASONS: Record<number, string> = {
  3: 'There are no refresh tokens: one kind of token, which ends by itself',
  4: 'There are no refresh tokens',
  6: 'No end for idleness: a learner who comes back after days must not lose answers that were not sent',
  29: 'SVG is not taken at all',
  42: 'There are no cookies: a token stands in a head that no foreign page can send',
};

/** What reviews of earlier versions could do, and the rows that hold it now. */
export const FOUND: Finding[] = [
  ['A minute at a session that was left open connected a stranger’s account of the school for good', [59]],
  ['An account could be made, and connected, before the owner of its address came', [51]],
  ['Who registered an address first got the class or deck that was given to it', [52]],
  [
    'The half-written exam of a teacher, with its key, and a student’s exam stayed on a shared computer',
    [53],
  ],
  ['A page that stayed open began the exam of the next student, and saved their answers', [60]],
  ['The administrator read what students import for themselves', [54]],
  ['An exam was handed in by students who had never begun it', [50]],
  ['An account made by a list stayed its maker’s after the address was proved', [51]],
  ['Pictures kept where and with what they were taken', [55]],
  ['A session that was ended from elsewhere left its user’s name on the screen', [53]],
  ['With the school’s code anybody was a teacher', [57]],
  ['Who was taken out of a class came back by an open code', [57]],
  ['Pictures of an erased student stayed for two days', [56]],
  ['The audit log had titles of erased teachers', [56]],
  ['Addresses of people who never came stayed in invitations', [62]],
  ['Analysts read the school’s code, and the keys of exams that run', [47]],
  ['A name of a stranger’s choice stood in letters to addresses that nobody had confirmed', [52]],
  ['The next student was the last one at the school’s login', [63]],
  ['Classes could be counted up by their numbers, with names', [61]],
  ['A login at the school led on to another site', [63]],
  ['A registration told who has an account', [10]],
  ['A classmate’s wrong passwords closed an account on every machine of the school', [9]],
  ['A password typed on another keyboard was another one', [58]],
];

export const SECURITY_ROWS: SecurityRow[] = Object.entries(PROOFS).map(([promise, proofs]) => {
  const [, number, text] = /^S(\d+) (.*)$/.exec(promise)!;
  const reason = REASONS[Number(number)];
  return {
    number: Number(number),
    promise: text!,
    proofs: proofs.map((proof) => {
      const [, file, title] = /^(.*?): (.*)$/.exec(proof)!;
      return { file: `test/${file}.test.ts`, title: title! };
    }),
    ...(reason && { reason }),
  };
});

/** The test files that prove any row, and all of this folder. */
export const securityFiles = (): string[] => [
  ...new Set([
    ...SECURITY_ROWS.flatMap(({ proofs }) => column(proofs, 'file')),
    ...readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/security/${name}`),
  ]),
];
