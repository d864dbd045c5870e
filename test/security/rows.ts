// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles stand here as they do in their files
import { readdirSync } from 'node:fs';
import type { Proof, SecurityRow } from '../../bin/security/security-row.ts';

const proof = (file: string, ...titles: string[]): Proof[] =>
  titles.map((title) => ({ file: `test/${file}.test.ts`, title }));

const row = (number: number, promise: string, proofs: Proof[], reason?: string): SecurityRow => ({
  number,
  promise,
  proofs,
  ...(reason && { reason }),
});

const HOSTILE = proof(
  'security/hostile-calls',
  'hostile values in every place of every call, by ${caller.name}',
);

const LOGO =
  'a logo that is an SVG, no picture, too many bytes or too many pixels is refused before anything decodes it';

export const SECURITY_ROWS: SecurityRow[] = [
  row(
    1,
    'A forged token is refused: no algorithm, another one, another key, a key of the sender’s, unknown extensions',
    [
      ...proof(
        'security/forged-tokens',
        'a key of the sender’s own choice is never used, and what must be understood is',
      ),
      ...proof('account/access-tokens', 'SL-03 a token with ${fault} is 401'),
    ],
  ),
  row(2, 'Each claim of a token that is wrong alone is refused', [
    ...proof('security/forged-tokens', 'each claim that is wrong alone is refused'),
    ...proof('account/access-tokens', 'ERR-39 a token that has been good is refused once it has expired'),
  ]),
  row(
    3,
    'No token serves for another kind',
    [],
    'There are no refresh tokens: one kind of token, which ends by itself',
  ),
  row(4, 'A refresh token is used once', [], 'There are no refresh tokens'),
  row(
    5,
    'A logout, a new password, an account that is gone or has another role end a session at the next call',
    [
      ...proof(
        'account/logout-call',
        'SL-07 logging out ends this token, in every process, and no other of the account',
      ),
      ...proof(
        'account/change-password-call',
        'SL-08 the change ends all other sessions, in this process and in the others',
      ),
      ...proof(
        'account/access-tokens',
        'SL-03 the token of an account that no longer exists is 401',
        'SL-03 a role in a token counts for nothing: the database says who is who',
      ),
      ...proof('classroom/live-call', 'a new password ends the streams; the old token opens none'),
    ],
  ),
  row(
    6,
    'A session ends after its time, that of staff sooner',
    [
      ...proof(
        'account/access-tokens',
        'SL-07 a token lasts seven days',
        'SL-07 a token of staff lasts as many hours as is set',
      ),
    ],
    'No end for idleness: a learner who comes back after days must not lose answers that were not sent',
  ),
  row(7, 'Passwords have 8 to 128 letters, no other rule, and are none that many people have', [
    ...proof(
      'account/password-rules',
      'DN-05 passwords that many people have are refused, in whatever case',
      'DN-05 a password of the own name or address is refused, with digits or without',
    ),
    ...proof('account/register-call', 'SL-08 a password has at least 8 characters and is confirmed'),
    ...proof('security/password-hashes', 'every letter of a long password counts'),
  ]),
  row(8, 'Passwords are kept as Argon2id hashes with today’s parameters; a login renews older ones', [
    ...proof(
      'account/login-call',
      'a hash that was made with other parameters is made anew by a login, and only by that',
    ),
    ...proof(
      'security/password-hashes',
      'a password is kept as a salted Argon2id hash of 19 MiB and two rounds',
    ),
  ]),
  row(9, 'Guesses are limited by account and by address, and keep nobody out who is known', [
    ...proof(
      'account/login-limits',
      'DN-01 SL-44 of a thousand guesses at once at most twenty are looked at',
      'DN-01 nor, by guesses from the same address, somebody whose device is known',
      'DN-01 an address that nobody has is counted likewise',
    ),
  ]),
  row(
    10,
    'Status, body and work of a failed login tell nobody which accounts there are',
    [
      ...proof(
        'account/login-call',
        'ERR-02 login failures are one: status and body tell nobody which accounts there are',
        'an unknown account costs as much work as a wrong password',
      ),
    ],
    'A registration tells that an address is taken, 300 times a minute at most: without mail there is no other way to tell its owner',
  ),
  row(
    11,
    'A forgotten password is reset by a token that is good once',
    [],
    'The product sends no mail; there is no reset to attack',
  ),
  row(12, 'There are no default accounts and no default secrets', [
    ...proof('config', 'SL-31 SL-09 with nothing set there are defaults, and none of them is a secret'),
    ...proof('config', 'a secret that is refused is not printed'),
    ...proof('start/logs-without-secrets', 'a malformed secret is named by its variable only: ${script}'),
  ]),
  row(13, 'Each call is tried by each kind of caller; a call that is not in the table fails the tests', [
    ...proof('api/access-table', 'SL-03 every call of the API is in this table, and no other'),
    ...proof(
      'api/undeclared-access',
      'SL-03 a route that does not say who may call it is refused before the server starts',
    ),
  ]),
  row(14, 'Ids of others are refused, wherever they stand', [
    ...proof(
      'api/access-table',
      'SL-03 of whatever belongs to somebody, owner and stranger get different answers',
    ),
    ...proof('security/no-foreign-data', 'no answer to a student holds what belongs to another'),
    ...HOSTILE,
  ]),
  row(15, 'What a body says beyond its fields changes nothing', [
    ...proof(
      'account/register-call',
      'ACC-09 what a body says beyond its fields is ignored: id, token version, hash',
    ),
    ...proof('account/change-password-call', 'API-07 the body cannot name another account'),
    ...HOSTILE,
  ]),
  row(16, 'No field leaves the server that the answer’s contract does not name', [
    ...proof('api/documentation', '${method} ${url} says who may call it, what it takes and what it answers'),
    ...proof('security/no-foreign-data', 'no answer to a student holds what belongs to another'),
  ]),
  row(17, 'No input reaches an object’s prototype', [
    ...proof('api/hostile-bodies', 'SL-03 a body cannot reach an object’s prototype'),
    ...HOSTILE,
  ]),
  row(
    18,
    'A query that says a thing twice is refused',
    proof('api/hostile-bodies', 'SL-01 a query that says a thing twice is refused'),
  ),
  row(19, 'SQL in any text is text', HOSTILE),
  row(20, 'A body of another type is refused, however the type is written', [
    ...proof('api/hostile-bodies', 'SL-01 a body of another type is 415'),
    ...HOSTILE,
  ]),
  row(21, 'Bodies that are too long, too deep or no text are refused', [
    ...proof(
      'api/hostile-bodies',
      'SL-01 a body may be nested or have names as much as its length allows',
      'SL-01 a NUL character, which the database cannot keep, is refused and its field named',
      'SL-01 text that is no text is kept as what is left of it, or refused',
    ),
    ...HOSTILE,
  ]),
  row(
    22,
    'Scripts in names, cards, classes and exams are shown as text',
    proof('browser/shown-as-text', 'texts of people are shown as text on every screen, and run nowhere'),
  ),
  row(23, 'A spreadsheet runs no cell of a file that is exported', [
    ...proof(
      'deck-export/deck-csv',
      'no spreadsheet runs a card, and reading it back gives the very same text',
    ),
    ...proof(
      'web/csv',
      'cells that a spreadsheet would run are made harmless',
      'every table is read back as it was, but for the apostrophe',
    ),
  ]),
  row(
    24,
    'No regular expression takes long for a long text',
    proof('security/regular-expressions', 'no regular expression of the server takes long for a long text'),
  ),
  row(25, 'Every hostile archive is refused by name, with little work', [
    ...proof(
      'deck-import/hostile-archives',
      'SL-57 refused with little work: ${name}',
      'SL-57 an archive cut off anywhere is refused',
      'SL-57 an archive with damaged bytes is refused or read the same',
    ),
  ]),
  row(26, 'Names in an archive are never used as places', [
    ...proof('deck-import/hostile-archives', 'SL-57 refused with little work: ${name}'),
    ...proof(
      'deck-import/zip-archive',
      'SL-57 names are read in every encoding that programs write, and become NFC',
    ),
  ]),
  row(27, 'A bomb stops at its limit', [
    ...proof(
      'deck-import/zip-archive',
      'SL-57 a bomb that is extracted stops at the size that it is said to have',
    ),
    ...proof(
      'deck-import/hostile-archives',
      'SL-57 an archive may be as large as the limits say, and not larger',
    ),
  ]),
  row(28, 'Audio is what its bytes say', [
    ...proof('card/card-audio', 'CRD-04 SL-01 SL-58 ${what} is no audio, whatever it is called'),
    ...proof(
      'exam/exam-audio-call',
      'EXM-20 SL-01 ${what} under the name of an MP3 is refused, and nothing is left of it',
    ),
  ]),
  row(29, 'A logo with a script is refused', proof('site/site-changes', LOGO), 'SVG is not taken at all'),
  row(30, 'A picture of too many pixels is refused before it is decoded', proof('site/site-changes', LOGO)),
  row(31, 'Files are served with a fixed type, as what they are, and no folder is listed', [
    ...proof('card/card-audio', 'CRD-03 an audio is played with seeking and kept for good'),
    ...proof('security/files-served', 'a file may run nothing, whatever it is, and no folder is listed'),
  ]),
  row(32, 'Forms have limits of parts, names, sizes and time, and leave nothing', [
    ...proof(
      'card/card-audio',
      'SL-58 an upload of unknown length ends once it is too large',
      'an upload whose sender goes away leaves nothing',
      'SL-01 a form that is broken is 400, of another type 415',
    ),
    ...proof(
      'api/slow-requests',
      'a body, a head or nothing at all that comes too slowly ends the connection',
      'a form may take longer than any other request',
    ),
    ...proof(
      'exam/exam-audio-call',
      'SL-01 a form’s texts have an end, though it does not say how long it is',
    ),
    ...HOSTILE,
  ]),
  row(33, 'What one teacher may have and send is bounded', [
    ...proof(
      'api/quotas',
      'a teacher has so many audio files; the same one on two cards is one',
      'who has sent enough for a day goes on tomorrow',
      'no file is taken when the disk has too little room; all else goes on',
    ),
  ]),
  row(34, 'No address leads out of the folders that are served', [
    ...proof(
      'security/hostile-calls',
      'other addresses answer with their headers too, and lead out of no folder',
    ),
    ...proof('api/error-answers', 'SL-01 an address that cannot be read is 400, as JSON of our own'),
  ]),
  row(35, 'A school behind one address is not refused; one account that asks without end is', [
    ...proof(
      'api/request-rates',
      'an account that asks without end is refused, and nobody else',
      'an address without a token is refused, and not those who are logged in behind it',
    ),
    ...proof(
      'account/login-limits',
      'DN-01 a school behind one address logs in, three in a hundred mistyping first',
    ),
  ]),
  row(
    36,
    'X-Forwarded-For is believed of the proxies that are set, and of nobody else',
    proof('account/login-limits', 'SL-44 X-Forwarded-For of anybody is not believed'),
  ),
  row(
    37,
    'A batch has twenty parts and two megabytes, and each part is checked and counted as a call of its own',
    [
      ...proof(
        'batch/batch-call',
        'SL-54 a batch has 1 to 20 entries',
        'SL-54 all parts together have at most 2 MB; what there is no room for is refused',
        'SL-54 batches of one account are made a few at a time, a few wait, more are refused',
        'SL-54 no part brings a token, header or method of its own',
      ),
      ...proof('security/no-foreign-data', 'no answer to a student holds what belongs to another'),
    ],
  ),
  row(38, 'A key that is sent again with other content is a conflict; the key of another tells nothing', [
    ...proof(
      'learning/progress-repeats',
      'LRN-42 the same key with other content is 409 and changes nothing',
      'SL-03 another student’s key tells nothing: it is as good as new',
    ),
    ...proof(
      'exam/taken-id',
      'LRN-42 SL-01 no key of a client can stand where an event of the server will stand',
    ),
  ]),
  row(39, 'Streams need a token in the head, are five of an account, and end with the token', [
    ...proof(
      'classroom/live-call',
      'an account has five streams: the sixth ends the oldest, and nobody else’s',
      'a stream ends when its token does',
      'SL-03 who may not watch is told so in JSON',
    ),
    ...proof('account/access-tokens', 'SL-03 without the scheme Bearer a token is none'),
  ]),
  row(40, 'Slow and idle connections are ended, and others are served meanwhile', [
    ...proof(
      'api/slow-requests',
      'a body, a head or nothing at all that comes too slowly ends the connection',
      'a process keeps only so many connections',
    ),
  ]),
  row(41, 'Every answer, whatever its status, says that nothing in it may be run, framed or guessed at', [
    ...proof(
      'api/error-answers',
      'no answer is guessed at, framed or run, whatever its status',
      'browsers are told to stay with TLS where they came by TLS, and nowhere else',
    ),
    ...HOSTILE,
  ]),
  row(
    42,
    'A foreign site cannot make a call in somebody’s name',
    HOSTILE,
    'There are no cookies: a token stands in a head that no foreign page can send',
  ),
  row(43, 'No other origin may read an answer', [
    ...proof(
      'security/hostile-calls',
      'other addresses answer with their headers too, and lead out of no folder',
    ),
    ...HOSTILE,
  ]),
  row(44, 'Answers are kept by no cache, and a second user of a browser sees nothing of the first', [
    ...proof(
      'browser/lost-login',
      "another student on the same browser neither sends nor sees the first one's answers",
    ),
    ...proof('web/expiring-cache', 'SL-62 the key carries the user id: nobody sees what another user cached'),
    ...HOSTILE,
  ]),
  row(45, 'An error tells nothing of the inside; what is for operators is closed', [
    ...proof('api/error-answers', 'a fault of ours is 500, and tells a request’s number and nothing else'),
    ...proof('api/health', 'measurements are for callers on this machine, not for those of its proxy'),
    ...HOSTILE,
  ]),
  row(46, 'No line of a log holds a password, token, hash or address, and no input forges a line', [
    ...proof('security/hostile-calls', 'no line of the log has a secret in it, and nobody forges one'),
    ...proof(
      'start/logs-without-secrets',
      'no password, hash, token or secret is in any log, whatever fails',
    ),
  ]),
  row(47, 'The roles of the database may do no more than they need', [
    ...proof(
      'api/database-roles',
      'S47 the role of the API appends to the log and can do nothing else to it',
      'S47 the role of the API makes, changes and removes no table, and runs no program',
      'analysts read what students did, and no secret; they change nothing',
    ),
  ]),
  row(48, 'Packages have exact versions and hashes, none with a known weakness, and a bill of materials', [
    ...proof(
      'repository/dependencies',
      'every dependency is pinned to one exact version',
      'what has a published weakness is newer than its mending',
      'npm run sbom names every package that runs with the product, its version and hash',
    ),
  ]),
  row(49, 'Until a student has handed in, nothing that is answered depends on the key', [
    ...proof(
      'exam/no-leak',
      'SL-49 until a student has handed in, no byte of any answer depends on the key',
      'SL-49 who has handed in is told the score, and nothing else that depends on the key',
    ),
    ...proof('security/no-foreign-data', 'no answer to a student holds what belongs to another'),
  ]),
  row(50, 'An exam is handed in once and in time, by the clock of the database', [
    ...proof(
      'exam/submission-call',
      'a submission that is sent again with its key succeeds as the first time',
      'a process that dies when the submission is in the log leaves nothing open',
    ),
    ...proof(
      'exam/overdue',
      'SL-48 when the time and its grace are over, what was saved is handed in as of the end',
      'SL-48 a host whose own clock is wrong ends no exam early and moves no deadline',
    ),
    ...proof('exam/attempt-call', 'SL-48 twenty windows on two API processes begin one attempt'),
  ]),
];

/** The test files that prove any row, and all of this folder. */
export const securityFiles = (): string[] => [
  ...new Set([
    ...SECURITY_ROWS.flatMap(({ proofs }) => proofs.map(({ file }) => file)),
    ...readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/security/${name}`),
  ]),
];
