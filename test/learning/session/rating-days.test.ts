import '../../locales/lingui-macros.ts';
import { setupI18n } from '@lingui/core';
import t from 'tap';
import { sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import { currentCard, type SessionState } from '../../../web/learning/session/session.state.ts';
import { NOON, newCards, opened, play, reviewCards, times } from './session-cards.ts';

const { nextDaysOf, nextDayText } = await import('../../../web/learning/session/next-day.ts');
const nextDays = (state: SessionState) => nextDaysOf(state, currentCard(state)!);

t.test('TDY-05 a card that is not known comes again today, a known one by its tries', async (t) => {
  const [card] = newCards(1);
  const start = opened([{ ...card!, next_days: [5, 4, 3, 2, 1] }]);
  t.same(nextDays(start), { 0: 0, 1: 0, 2: 5 });
  const shown = [1, 2, 3, 4, 5, 6].map((failed) => nextDays(play(start, times(failed, 0)).state)?.[2]);
  t.same(shown, [4, 3, 2, 1, 1, 1]);
});

t.test('TDY-05 of a review card the first answer says the day, also when known after all', async (t) => {
  const start = opened(reviewCards(1));
  t.same(nextDays(start), { 0: 0, 1: 0, 2: 9 });
  t.equal(nextDays(play(start, [1]).state)?.[2], 1);
  t.equal(nextDays(play(start, [1, 0, 0]).state)?.[2], 1);
});

t.test('TDY-05 practice after the end promises no day', async (t) => {
  const { state } = play(opened(newCards(1)), [0, 2]);
  t.equal(nextDays(sessionReducer(state, { type: 'relearn', now: NOON }).state), null);
});

t.test('TDY-05 days are said as people do', async (t) => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const said = [0, 1, 2, 29, 30, 60, 163, 349, 350, 365, 730].map((days) => nextDayText(i18n, days));
  t.same(said, [
    ...['today', 'tomorrow', '2 days', '29 days', '1 month', '2 months', '5 months', '11 months'],
    ...['1 year', '1 year', '2 years'],
  ]);
});
