import t from 'tap';
import {
  adjusted,
  clockText,
  doubted,
  remainingMs,
  resumed,
  timeLeft,
  timeLevel,
} from '../../../../web/exam/attempt/state/countdown.ts';

const MINUTE = 60_000;

t.test('EXS-09 EXS-10 EXS-11 green above a half, amber above a quarter, red from a quarter on', async (t) => {
  t.equal(timeLevel(100), 'green');
  t.equal(timeLevel(50.01), 'green');
  t.equal(timeLevel(50), 'amber');
  t.equal(timeLevel(25.01), 'amber');
  t.equal(timeLevel(25), 'red');
  t.equal(timeLevel(0), 'red');
});

t.test('EXS-01 the share is that of the whole time, and 0:00 is the end and not before', async (t) => {
  t.same(timeLeft(30 * MINUTE, 3_600), { seconds: 1_800, percent: 50, level: 'amber' });
  t.equal(timeLeft(1, 3_600).seconds, 1);
  t.same(timeLeft(0, 3_600), { seconds: 0, percent: 0, level: 'red' });
  t.equal(timeLeft(70 * MINUTE, 3_600).percent, 100);
  t.equal(timeLeft(1, 0).percent, 0);
});

t.test('SL-48 of all answers of the server the shortest counts, wherever the page was then', async (t) => {
  const first = adjusted(null, 600, 1_000);
  t.equal(remainingMs(first, 1_000), 600_000);
  const slow = adjusted(first, 595, 11_000);
  t.equal(remainingMs(slow, 11_000), 590_000, 'an answer that was long under way promises too much');
  const woken = adjusted(first, 400, 11_000);
  t.equal(remainingMs(woken, 11_000), 400_000, 'the clock stood still in between');
  t.equal(remainingMs(woken, 999_000), 0);
});

t.test('EXS-24 from storage time has gone on; a clock that was set back brings none back', async (t) => {
  const stored = { remainingMs: 10 * MINUTE, at: 1_000_000 };
  t.equal(remainingMs(resumed(stored, 0, 1_000_000 + MINUTE), 0), 9 * MINUTE);
  t.equal(remainingMs(resumed(stored, 0, 0), 0), 10 * MINUTE);
  t.equal(remainingMs(resumed(stored, 0, 1_000_000 + 60 * MINUTE), 0), 0);
  t.notOk(resumed(stored, 0, 0).confirmed);
  const truth = adjusted(resumed(stored, 0, 1_000_000 + 60 * MINUTE), 540, 0);
  t.same(truth, { endsAt: 9 * MINUTE, confirmed: true }, 'what the server says takes the place of it');
});

t.test('a leap of the computer clock shortens the time until the server has spoken', async (t) => {
  const sure = adjusted(null, 600, 0);
  t.same(doubted(sure, 5 * MINUTE), { endsAt: 5 * MINUTE, confirmed: false });
  t.same(doubted(sure, -5 * MINUTE), { endsAt: 10 * MINUTE, confirmed: false });
});

t.test('EXS-01 the time as it is read', async (t) => {
  t.equal(clockText(0), '0:00');
  t.equal(clockText(61), '1:01');
  t.equal(clockText(600), '10:00');
  t.equal(clockText(3_609), '1:00:09');
});
