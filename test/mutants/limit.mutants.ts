import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const AFTER_POSITION = ['test/api/after-position.test.ts'];
const QUOTAS = ['test/access/quotas.test.ts'];
const BODIES = ['test/api/hostile-bodies.test.ts'];
const ANSWERS = ['test/api/error-answers.test.ts'];
const ADMISSION = ['test/api/admission.test.ts'];
const FIELDS = ['test/log/log-calls.test.ts', 'test/api/hostile-bodies.test.ts'];

/** What one caller may take of the server, and what it may send. */
export const mutants: Mutant[] = [
  ...mutantsIn('core/deck-import/import-list.ts', ['test/deck-import/own-import.test.ts'], {
    'a teacher reads the imports of others': {
      find: "if (!rowCount) throw new AppError('import_not_found');",
      replace: '',
    },
  }),
  ...mutantsIn('core/deck-import/import-list.ts', ['test/deck-import/own-import.test.ts'], {
    'the administrator has the imports of students': {
      find: 'u.role in ${LEARNERS})`',
      replace: 'u.role in ${LEARNERS} and false)`',
    },
  }),
  ...mutantsIn('core/deck-import/import-list.ts', ['test/security/no-foreign-data.test.ts'], {
    'by chance the administrator comes upon the imports of students': {
      find: 'u.role in ${LEARNERS})`',
      replace: 'u.role in ${LEARNERS} and false)`',
    },
  }),
  ...mutantsIn('api/routes/deck/deck-import.routes.ts', ['test/deck-import/own-import.test.ts'], {
    ...Object.fromEntries(
      [
        ['getImport, seen', 'reads an import'],
        ['getImportProblems, seen', 'reads the problems of an import'],
        ['listImportCards, own', 'reads the cards of an import'],
        ['mendImportCard, own', 'changes the cards of an import'],
        ['cancelImport, own', 'ends an import'],
        ['checkImportAgain, own', 'checks an import again'],
        ['confirmImport, own', 'begins an import'],
      ].map(([guarded, does]) => [
        `whoever knows its number ${does}`,
        {
          find: `route(app, contracts.${guarded}, `,
          replace: `route(app, contracts.${guarded!.replace(/, .*/, '')}, async () => {}, `,
        },
      ]),
    ),
  }),
  ...mutantsIn('api/routes/deck/deck-import.routes.ts', ['test/api/access-table.test.ts'], {
    'whoever knows its number watches an import': {
      find: 'seen,\n    async (request, _, reply) => {\n      await importById',
      replace: 'async () => {},\n    async (request, _, reply) => {\n      await importById',
    },
  }),
  ...mutantsIn('core/deck-import/cards/publish.ts', ['test/deck-import/own-import.test.ts'], {
    'an import comes into a deck that may no longer be edited': {
      find: "if (!decks[0]) throw new ImportError('deck_not_editable');",
      replace: "if (!decks[0]) return { id: request.into_deck, title: '' };",
    },
  }),
  ...mutantsIn('core/card/card-additions.ts', ['test/card/card-additions.test.ts'], {
    'a deck that was made with its cards stays when they are taken back': {
      find: 'if (along[0]) await removeDeck(',
      replace: 'if (!along[0]) await removeDeck(',
    },
    'cards that were sent twice are added twice': {
      find: 'return toAddition(before);',
      replace: '',
    },
    'cards are taken back that were changed since': {
      find: "if (count > 0) throw new AppError('cards_changed_since', { params: { count } });",
      replace: '',
    },
  }),
  ...mutantsIn('core/deck-import/import-changes.ts', ['test/deck-import/own-import.test.ts'], {
    "a teacher's deck is official": {
      find: "return { ...body, is_official: '0', official_button_label: '' };",
      replace: 'return body;',
    },
  }),
  ...mutantsIn('api/routes/deck/deck-import.routes.ts', ['test/deck-import/upload/upload-limit.test.ts'], {
    'a student sends as much as a teacher': {
      find: 'learns(account.role) ? STUDENT_IMPORT_MAX : TEACHER_FILES_MAX',
      replace: '!account.role ? STUDENT_IMPORT_MAX : TEACHER_FILES_MAX',
    },
  }),
  ...mutantsIn('core/deck-import/deck-import.run.ts', ['test/deck-import/own-import.test.ts'], {
    'the imports of one teacher come before all later ones': {
      find: "  owner: 'user_id',\n",
      replace: '',
    },
  }),
  ...mutantsIn('core/card/import-trace.ts', ['test/deck-import/own-import.test.ts'], {
    'an import is taken back over what was changed since': {
      find: 'rows.filter(({ id, version }) => before.get(id) !== version)',
      replace: 'rows.filter(({ id }) => !before.has(id))',
    },
    'what an import has left out stays away when it is taken back': {
      find: 'if (ids.length > 0) await bringBackCards(',
      replace: 'if (ids.length < 0) await bringBackCards(',
    },
  }),
  ...mutantsIn('core/card/card-pictures.ts', ['test/card/card-pictures.test.ts'], {
    'a picture is replaced although somebody else has just replaced it': {
      find: 'place.seen !== undefined && place.seen !==',
      replace: 'place.seen === undefined && place.seen !==',
    },
  }),
  ...mutantsIn('core/card/edits/card-edits.ts', ['test/card/edits/card-edits.test.ts'], {
    'many cards are edited although somebody else has changed them': {
      find: 'if (others.length > 0)',
      replace: 'if (others.length > 1e9)',
    },
    'an edit that was sent twice is done twice': {
      find: 'return toEdit(before);',
      replace: '',
    },
    "cards are copied into a deck that is not the caller's to edit": {
      find: 'await lockDecks(tx, editorId, [deckId, toDeckId]);',
      replace: 'await lockDecks(tx, editorId, [deckId]);',
    },
  }),
  ...mutantsIn('core/card/edits/card-trace.ts', ['test/card/edits/card-edits.test.ts'], {
    'an edit is undone although a card was changed since': {
      find: 'if (overtaken > 0)',
      replace: 'if (overtaken > 1e9)',
    },
  }),
  ...mutantsIn('core/card/versions/card-versions.ts', ['test/card/versions/card-versions.test.ts'], {
    'a version is brought back over what somebody else has done': {
      find: 'if (latest !== seen)',
      replace: 'if (latest < seen)',
    },
  }),
  ...mutantsIn('migrations/0036-card-versions.ts', ['test/card/versions/card-versions.test.ts'], {
    'another place in the deck is a version of a card': {
      find: "when (to_jsonb(old) - '{ordinal,source_id,updated_at}'::text[]",
      replace: "when (to_jsonb(old) - '{updated_at}'::text[]",
    },
  }),
  ...mutantsIn('core/files/unused-files.ts', ['test/card/versions/card-versions.test.ts'], {
    'files of earlier versions are removed': {
      find: 'from card_versions where',
      replace: 'from card_versions where false and',
    },
  }),
  ...mutantsIn('core/files/stored-picture.ts', ['test/card/card-pictures.test.ts'], {
    'a picture may lack its end': {
      find: '|| !isWholePicture(kind, bytes)',
      replace: '',
    },
  }),
  ...mutantsIn('core/contract/page-query.ts', ['test/api/bounded-lists.test.ts'], {
    'a list comes whole': {
      find: 'export const PAGE_ROWS = 2_000;',
      replace: 'export const PAGE_ROWS = 2_000_000;',
    },
  }),
  ...mutantsIn('api/plugins/answer-limit.ts', ['test/api/bounded-lists.test.ts'], {
    'an answer may be of any size': {
      find: 'if (isTooLarge) throw answerTooLarge();',
      replace: '',
    },
  }),
  ...mutantsIn('api/routes/system/batch.routes.ts', ['test/contract/batch-call.test.ts'], {
    'the parts of a batch together may be of any size': {
      find: 'bytesLeft -= answer.rawPayload.length;',
      replace: '',
    },
    'an account may have any number of batches made at once': {
      find: 'const OF_ACCOUNT = { atOnce: 4, waiting: 16 };',
      replace: 'const OF_ACCOUNT = { atOnce: 400, waiting: 1_600 };',
    },
  }),
  ...mutantsIn('api/plugins/documentation.ts', ['test/contract/batch-call.test.ts'], {
    'a page of the documentation may be part of a batch': {
      find: "refusePart(request.headers, 'a page');",
      replace: '',
    },
  }),
  ...mutantsIn('api/plugins/after-position.ts', AFTER_POSITION, {
    'anybody may wait for the projections of others': {
      find: 'positions.filter(({ partition }) => partition === partitionOf(accountId))',
      replace: 'positions.filter(() => partitionOf(accountId) >= 0)',
    },
  }),
  ...mutantsIn('core/log/projecting/projection-waits.ts', AFTER_POSITION, {
    'what is not in the log yet is waited for': {
      find: 'Math.min(position, Number(reached?.head ?? 0))',
      replace: 'position',
    },
    'any number of readers wait for projections': {
      find: 'const WAITING_MAX = 200;',
      replace: 'const WAITING_MAX = 200_000;',
    },
    'a position of another log is waited for': {
      find: 'if (epoch !== undefined && epoch !== reached?.epoch) {',
      replace: "if (epoch === '') {",
    },
  }),
  ...mutantsIn('core/access/quotas.ts', QUOTAS, {
    'of two classes that are made at once the second is not counted': {
      find: 'role in ${TEACHERS} for no key update',
      replace: 'role in ${TEACHERS}',
    },
    'a teacher may have any number of audio files': {
      find: 'if (files > this.#files) throw',
      replace: 'if (files < 0) throw',
    },
    'the audio files of a teacher may be of any size together': {
      find: 'if (bytes > this.#bytes)',
      replace: 'if (bytes < 0)',
    },
  }),
  ...mutantsIn('api/plugins/upload-limits.ts', QUOTAS, {
    'files are taken until the disk is full': {
      find: 'if (bavail * 100 < blocks * DISK_FREE_MIN) throw',
      replace: 'if (bavail * 100 < 0 * blocks) throw',
    },
  }),
  ...mutantsIn('api/plugins/authentication.ts', ADMISSION, {
    'an account may ask without end': {
      find: 'if (wait > 0) throw tooMany(wait);\n                admit(',
      replace: 'admit(',
    },
  }),
  ...mutantsIn('api/guard/slow-requests.ts', ['test/api/connections.test.ts'], {
    'a body may come as slowly as it likes': {
      find: "if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isSlowRequestAllowed(socket)) return;",
      replace: "if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return;",
    },
  }),
  ...mutantsIn('api/guard/secure-connections.ts', ['test/api/connections.test.ts'], {
    'a body may come as slowly as it likes over HTTP/2': {
      find: 'else if (since < longest && !isSlowRequestAllowed(stream)) tooSlow(stream);',
      replace: '',
    },
    'a connection of HTTP/2 without a call stays': {
      find: 'if (this.#open > 0 || this.#idleSince > longest) return;',
      replace: 'if (this.#open >= 0) return;',
    },
  }),
  ...mutantsIn('api/app.ts', ['test/api/connections.test.ts'], {
    'a process keeps any number of connections': {
      find: 'app.server.maxConnections = config.MAX_CONNECTIONS;',
      replace: '',
    },
  }),
  ...mutantsIn('api/plugins/error-handler.ts', ['test/api/connections.test.ts'], {
    'a sender who goes is an error of ours': {
      find: "error.code === 'ECONNRESET' && raw.destroyed && !raw.complete",
      replace: "error.code === 'NEVER' && raw.destroyed",
    },
  }),
  ...mutantsIn('api/live/watchers.ts', ['test/classroom/live-call.test.ts'], {
    'a stream outlives its token': {
      find: 'Math.min(TIMER_MAX_MS, token.endsAt - Date.now())',
      replace: 'TIMER_MAX_MS',
    },
  }),
  ...mutantsIn('api/live/open-streams.ts', ['test/classroom/live-call.test.ts'], {
    'an account may open any number of streams': {
      find: 'if (streams.size >= STREAMS_MAX) oldest?.();',
      replace: 'void oldest;',
    },
  }),
  ...mutantsIn('bin/launcher/common-state.ts', ['test/api/limits.test.ts'], {
    'streams of two processes are not counted together': {
      find: 'if (streams.length <= stream.most) return;',
      replace: 'if (streams.length <= 2 * stream.most) return;',
    },
    'the streams of a process that has ended go on counting': {
      find: 'if (member.line !== line) return;\n      member.line = undefined;',
      replace: 'if (member.line) return;',
    },
    'what a process counts is lost with it': {
      find: 'meter.add(caller, count);',
      replace: 'meter.set(caller, count, 0);',
    },
  }),
  ...mutantsIn('api/guard/limits.ts', ['test/api/limits.test.ts'], {
    'each process lets the whole of a limit through before it asks': {
      find: 'const UNCERTAIN = 0.05;',
      replace: 'const UNCERTAIN = 1;',
    },
    'what was refused counts': {
      find: 'if (wait > 0) this.#giveBack(caller);',
      replace: '',
    },
  }),
  ...mutantsIn('api/routes/system/health.routes.ts', ['test/api/health.test.ts'], {
    'measurements are told to everybody': {
      find: "if (!mayMeasure(request, config.METRICS_TOKEN)) throw new AppError('route_not_found');",
      replace: 'mayMeasure(request, config.METRICS_TOKEN);',
    },
  }),
  ...mutantsIn('api/plugins/contracts.ts', FIELDS, {
    'a date of month 13 is one': {
      find: 'isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))',
      replace: 'text.length > 10',
    },
  }),
  ...mutantsIn('core/text/tidy-text.ts', BODIES, {
    'a name of letters that nobody sees is one': {
      find: "INVISIBLE.test(tidy) ? '' : tidy",
      replace: "INVISIBLE.test(tidy) && !tidy ? '' : tidy",
    },
  }),
  ...mutantsIn('api/plugins/error-handler.ts', ANSWERS, {
    'a full disk is a fault of ours': {
      find: "if (isStorageFull(error)) return new AppError('storage_full', { cause: error });",
      replace: 'void isStorageFull;',
    },
  }),
  ...mutantsIn('api/plugins/security-headers.ts', ANSWERS, {
    'browsers are not told to stay with TLS': {
      find: "if (request.protocol === 'https') reply.headers(TLS_HEADERS);",
      replace: '',
    },
    'another site may open a page of ours and keep hold of it': {
      find: "  'cross-origin-opener-policy': 'same-origin',\n",
      replace: '',
    },
  }),
  ...mutantsIn('web/lib/live/back-off.ts', ['test/lib/live/back-off.test.ts'], {
    'those who were sent away together come back together': {
      find: '* (1 - chance / 4)',
      replace: '',
    },
    'those who are told when to come back come back together': {
      find: ' + chance * 1_000',
      replace: '',
    },
  }),
  ...mutantsIn('api/guard/admission.ts', ADMISSION, {
    'any number of requests wait for those before them': {
      find: 'if (this.#underWay < SHARE[order] * this.limit) return true;',
      replace: 'if (this.#underWay >= 0 || order) return true;',
    },
    'an exam that is handed in waits behind flashcards': {
      find: 'first: 2, usual: 1',
      replace: 'first: 1, usual: 1',
    },
    'the pace of a process is that of its callers': {
      find: 'if (wasBusy) this.#pace',
      replace: 'if (wasBusy || passed > 0) this.#pace',
    },
  }),
  ...mutantsIn('api/guard/unread-connections.ts', ADMISSION, {
    'a refused connection is read at once': {
      find: 'socket.pause();',
      replace: '',
    },
  }),
  ...mutantsIn('api/plugins/admission-control.ts', ADMISSION, {
    'a request is under way for ever': {
      find: "reply.raw.once('close', ended);",
      replace: '',
    },
  }),
];
