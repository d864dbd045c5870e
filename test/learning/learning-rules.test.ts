import t from 'tap';
import { ERRORS } from '../../core/contract/error-codes.ts';
import { parseRowId } from '../../core/contract/row-id.ts';
import { DEFAULT_DECK_SETTINGS } from '../../core/deck/deck.schema.ts';
import { getCardSet } from '../../core/learning/learning.schema.ts';
import { ROUND_SIZE } from '../../core/learning/learning-limits.ts';
import { cardFaces } from '../../web/flashcard/card-faces.ts';
import { DAILY_LIMIT_MESSAGE } from '../../web/learning/queue/answer-verdict.ts';
import {
  checkSettings,
  isAboutMaximum,
  minimumOfMax,
  toSettings,
} from '../../web/learning/screen/session-settings.tsx';
import { learningFailure } from '../../web/learning/session/learning-failure.ts';
import { ApiError, type ApiErrorCode } from '../../web/lib/call/api-client.ts';
import { newCard } from './session/session-cards.ts';

t.test('LRN-09 LRN-34 SL-39 a round has 20 cards, a day 20 new and 200 in all unless chosen', async (t) => {
  t.equal(ROUND_SIZE, 20);
  t.equal(getCardSet.schema.querystring.properties.limit.default, ROUND_SIZE);
  t.same(DEFAULT_DECK_SETTINGS, { new_cards_per_day: 20, max_cards_per_day: 200 });
  t.equal(DAILY_LIMIT_MESSAGE, ERRORS.daily_limit_reached[1]);
});

t.test('LRN-04 LRN-05 LRN-06 LRN-08 limits out of bounds are refused before they are sent', async (t) => {
  const none = { newCards: undefined, maxCards: undefined };
  for (const [newCards, maxCards, problems] of [
    ['-1', '200', { newCards: 'new-negative' }],
    ['0', '0', none],
    ['20', '199', { maxCards: 'max-too-low' }],
    ['20', '200', none],
    ['', '1.5', { newCards: 'not-whole', maxCards: 'not-whole' }],
    ['10000', '100000', { newCards: 'too-high', maxCards: 'too-high' }],
  ] as const)
    t.match(checkSettings({ newCards, maxCards, way: 'turning' }), problems, `${newCards} ${maxCards}`);
  const minima = ['20', '0', '-3', '', '1.5'].map((newCards) => minimumOfMax({ newCards }));
  t.same(minima, [200, 0, 0, 0, 0]);
});

t.test('LRN-07 LRN-08 what is sent, and a message about the maximum under its field', async (t) => {
  t.ok(isAboutMaximum(new Error(ERRORS.max_cards_too_low[1])));
  t.notOk(isAboutMaximum(new Error('Server error')));
  const values = { newCards: '5', maxCards: '50', way: 'choice' } as const;
  const limits = { new_cards_per_day: 5, max_cards_per_day: 50 };
  t.same(toSettings(values, 'turning'), { ...limits, way: 'choice' });
  t.same(toSettings(values, 'choice'), limits, 'a way that holds already is not sent again');
});

const failed = (status: number, code: ApiErrorCode, message: string) =>
  learningFailure(new ApiError(status, code, message));
const ofServer = (code: keyof typeof ERRORS) => failed(ERRORS[code][0], code, ERRORS[code][1]);

t.test('ERR-39 ERR-40 ERR-41 ERR-42 ERR-43 LRN-48 what a failed call means for the session', async (t) => {
  for (const [code, meaning] of [
    ['unauthenticated', 'unauthenticated'],
    ['deck_not_accessible', 'not-official'],
    ['teacher_cannot_learn', 'teacher'],
    ['wrong_role', 'denied'],
    ['deck_not_found', 'not-found'],
    ['internal_error', 'other'],
  ] as const)
    t.equal(ofServer(code), meaning, code);
  t.equal(failed(0, 'network_error', 'offline'), 'other');
  t.equal(learningFailure(new Error('a bug')), 'other');
});

t.test('ERR-44 SL-36 the daily limit is told by its message, whatever the status', async (t) => {
  t.equal(ofServer('daily_limit_reached'), 'daily-limit');
  for (const status of [401, 403, 404, 500]) {
    t.equal(failed(status, 'internal_error', DAILY_LIMIT_MESSAGE), 'daily-limit');
  }
});

t.test('ERR-38 only a positive whole number is a deck', async (t) => {
  t.equal(parseRowId('12'), 12);
  for (const text of [undefined, '', 'abc', '0', '-1', '1.5', '1e3', '99999999999', '2147483648', ' 1']) {
    t.equal(parseRowId(text), null, String(text));
  }
});

t.test('LRN-11 LRN-12 SL-42 which side is asked, and with it the example', async (t) => {
  const card = newCard(1);
  t.match(cardFaces(card, false, false), { question: 'front 1', answer: 'back 1', frontShown: true });
  t.match(cardFaces(card, true, false), { question: 'back 1', answer: 'front 1', frontShown: false });
  t.equal(cardFaces(card, true, true).frontShown, true);
});
