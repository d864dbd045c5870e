import t from 'tap';
import { CLASS_NAME_MAX } from '../../core/classroom/classroom-limits.ts';
import { checkNewClass } from '../../web/classroom/change/new-class.form.tsx';
import { parseClassNumber } from '../../web/classroom/class-number.ts';
import { classOptions } from '../../web/classroom/class-options.ts';
import { codeTimes } from '../../web/classroom/code/class-code.modal.tsx';
import { column } from '../harness/columns.ts';

t.test('STU-08 the number of a class is read as people write it', async (t) => {
  for (const text of ['12', ' 12 ', '#12', ' # 12', '012', '１２']) t.equal(parseClassNumber(text), 12, text);
  t.equal(parseClassNumber('2147483647'), 2_147_483_647);
  for (const text of [
    '',
    ' ',
    '0',
    '-1',
    '1.5',
    '1,000',
    '1e3',
    '12a',
    '1 2',
    '0x10',
    '2147483648',
    '9'.repeat(400),
  ])
    t.equal(parseClassNumber(text), null, text);
});

t.test('CLS-03 a class needs a name and a deck', async (t) => {
  t.same(checkNewClass({ name: ' ', deck: '' }), { name: 'name-missing', deck: 'deck-missing' });
  t.same(checkNewClass({ name: '10A1', deck: '' }), { deck: 'deck-missing' });
  t.same(checkNewClass({ name: '10A1', deck: '7' }), {});
  const letter = 'ệ'.normalize('NFD');
  t.same(checkNewClass({ name: ` ${letter.repeat(CLASS_NAME_MAX)} `, deck: '7' }), {}, 'letters, not bytes');
  t.same(checkNewClass({ name: letter.repeat(CLASS_NAME_MAX + 1), deck: '7' }), { name: 'name-long' });
});

t.test('CLS-05 classes of one name are told apart by their number', async (t) => {
  t.same(
    column(
      classOptions([
        { id: 3, name: '10A1' },
        { id: 5, name: '10A2' },
        { id: 8, name: '10A1' },
      ]),
      'label',
    ),
    ['10A1 (3)', '10A2', '10A1 (8)'],
  );
});

const now = Date.parse('2026-11-21T08:00:00Z');

t.test('JOI-05 a code holds and is open from now on, and never open for longer than it holds', async (t) => {
  t.same(codeTimes(now, 24, 15), {
    ends_at: '2026-11-22T08:00:00.000Z',
    open_until: '2026-11-21T08:15:00.000Z',
  });
  t.same(codeTimes(now, 168, 0), { ends_at: '2026-11-28T08:00:00.000Z', open_until: null });
  t.equal(codeTimes(now, 24, 1440).open_until, '2026-11-22T08:00:00.000Z');
});
