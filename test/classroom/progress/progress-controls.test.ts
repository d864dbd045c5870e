import t from 'tap';
import {
  type Controls,
  type ControlsChange,
  changeControls,
  datesReversed,
  INITIAL_CONTROLS,
} from '../../../web/classroom/progress/progress-tab.tsx';
import { readMinimum } from '../../../web/lib/text/minimum.ts';

const given = (...changes: ControlsChange[]): Controls => changes.reduce(changeControls, INITIAL_CONTROLS);

t.test('SL-25 the list starts with the names from A to Z', async (t) => {
  t.equal(INITIAL_CONTROLS.sort, 'name-up');
});

t.test('PRG-09 every change but that of the page leads to the first page', async (t) => {
  const changes: ControlsChange[] = [
    { sort: 'cards-down' },
    { minimum: '3' },
    { start: '2026-11-01' },
    { end: '2026-11-21' },
  ];
  for (const change of changes) t.equal(given({ page: 3 }, change).page, 1, JSON.stringify(change));
  t.equal(given({ sort: 'cards-down' }, { page: 2 }).page, 2);
});

t.test('PRG-05 whole dates are asked for, an empty end is open', async (t) => {
  t.same(given({ start: '2026-11-01' }).range, { start_date: '2026-11-01', end_date: undefined });
  t.same(given({ start: '2026-11-01' }, { end: '2026-11-01' }).range, {
    start_date: '2026-11-01',
    end_date: '2026-11-01',
  });
  t.same(given({ start: '2026-11-01' }, { start: '' }).range, { start_date: undefined, end_date: undefined });
});

t.test('PRG-05 dates the wrong way round, or half a year, ask nothing', async (t) => {
  const reversed = given({ end: '2026-11-01' }, { start: '2026-11-02' });
  t.equal(datesReversed(reversed), true);
  t.same(reversed.range, { start_date: undefined, end_date: '2026-11-01' });
  const typing = given({ start: '2026-11-02' }, { end: '0002-11-03' });
  t.equal(datesReversed(typing), false, 'nobody is blamed while typing');
  t.same(typing.range, { start_date: '2026-11-02', end_date: undefined });
});

t.test('PRG-04 the minimum is a number of at least 0', async (t) => {
  const read: [string, number | null][] = [
    ['', 0],
    [' ', 0],
    ['0', 0],
    ['12', 12],
    ['1.5', 1.5],
    ['-0.5', null],
    ['1e999', null],
    ['-1', null],
    ['many', null],
  ];
  for (const [text, cards] of read) t.equal(readMinimum(text), cards, `"${text}"`);
});

t.test('PRG-06 reset brings back filter, dates, sort and page', async (t) => {
  t.same(
    given(
      { sort: 'time-up' },
      { minimum: '3' },
      { start: '2026-11-01' },
      { end: '2026-10-01' },
      { page: 2 },
      'reset',
    ),
    INITIAL_CONTROLS,
  );
});
