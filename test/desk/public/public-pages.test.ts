import t from 'tap';
import { type Memory, Scheduler } from '../../../core/learning/memory/memory.ts';
import { parseSimpleMarkup } from '../../../web/desk/public/about.page.tsx';
import { ANSWERS, chanceOfRecall, FIRST_STABILITY, MEETINGS } from '../../../web/desk/public/home.page.tsx';

const text = (text: string, bold = false) => ({ kind: 'text', text, bold });
const lineBreak = { kind: 'break' };

t.test('HOM-21 bold and line breaks are formatted', async (t) => {
  t.same(parseSimpleMarkup('<b>One</b><br>two <strong>three</strong><br/>four<BR />'), [
    text('One', true),
    lineBreak,
    text('two '),
    text('three', true),
    lineBreak,
    text('four'),
    lineBreak,
  ]);
});

t.test('SL-63 every other tag stays a text', async (t) => {
  const source = '<script>alert(1)</script><i>a</i> <b onclick="x">c</b> 1 < 2';
  t.same(
    parseSimpleMarkup(source)
      .flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
      .join(''),
    '<script>alert(1)</script><i>a</i> <b onclick="x">c 1 < 2',
  );
  t.ok(parseSimpleMarkup(source).every((piece) => piece.kind === 'text' && !piece.bold));
});

t.test('HOM-21 a tag that is not closed, or not opened, breaks nothing', async (t) => {
  t.same(parseSimpleMarkup('a</b>b<b>c'), [text('a'), text('b'), text('c', true)]);
  t.same(parseSimpleMarkup(''), []);
});

const STATUS = { forgot: 0, looked: 1, knew: 2 } as const;

t.test('HOM-01 the card of the home page comes again when a real one would', async (t) => {
  const scheduler = new Scheduler();
  let memory: Memory | null = null;
  let day = 20_000;
  for (const [at, gaps] of MEETINGS.entries()) {
    for (const answer of ANSWERS) {
      const firstStatus = STATUS[answer];
      const after = scheduler.review(memory, {
        rating: 2,
        firstStatus,
        tries: firstStatus === 2 ? 1 : 2,
        day,
      });
      t.equal(gaps[answer], (after?.dueDay ?? day) - day, `meeting ${at + 1}, ${answer}`);
    }
    memory = scheduler.review(memory, { rating: 2, firstStatus: 2, tries: 1, day });
    day = memory?.dueDay ?? day;
  }
});

t.test('the curve of forgetting is the one that reviews are planned by', async (t) => {
  const scheduler = new Scheduler();
  const memory = scheduler.review(null, { rating: 2, firstStatus: 2, tries: 1, day: 0 });
  t.equal(memory?.stability, FIRST_STABILITY);
  for (const day of [0, 1, 2, 10, 80]) {
    const expected = memory ? scheduler.recall(memory, day) : 0;
    t.ok(Math.abs(chanceOfRecall(day, FIRST_STABILITY) - expected) < 0.001, `day ${day}`);
  }
});
