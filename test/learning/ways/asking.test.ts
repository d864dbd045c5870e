import t from 'tap';
import { dice } from '../../../bench/school/dice.ts';
import {
  acceptedAnswers,
  nearestAnswer,
  typedVerdict,
} from '../../../core/learning/answering/typed-answer.ts';
import { askingOf, distractors, suggestedRating } from '../../../web/learning/ways/asking.ts';
import { choiceOptions } from '../../../web/learning/ways/choice-options.ts';
import { column } from '../../harness/columns.ts';
import { newCard } from '../session/session-cards.ts';

const card = (id: number, front: string, back: string, rest: object = {}) => ({
  ...newCard(id),
  front,
  back,
  ...rest,
});
const wanted = { backFirst: false, others: [], isAudible: false };

t.test(
  'PRA-02 SL-250 each answer between bars is right; the text of a card without bars is as ever',
  async (t) => {
    t.same(acceptedAnswers('big / lớn | to'), ['LỚN', 'TO']);
    t.same(
      [acceptedAnswers('a; b'), acceptedAnswers('a, b')],
      [['A; B'], ['A, B']],
      'nothing else parts them',
    );
    t.same(acceptedAnswers(' | '), ['|']);
    const accepted = acceptedAnswers('lớn | to lớn');
    t.same(
      ['to lớn', 'lớn', 'lon', 'nhỏ', ''].map((typed) => typedVerdict(typed, accepted)),
      ['right', 'right', 'accent', 'wrong', 'none'],
    );
    t.equal(nearestAnswer('to', accepted), 'TO LỚN');
    t.equal(nearestAnswer('', accepted), 'LỚN', 'the first one is what is asked for');
  },
);

t.test('PRA-03 an article alone is no answer, and đ is not d in a lenient deck either', async (t) => {
  const lenient = { lenient: true };
  t.same(
    ['con', 'to go', 'go', 'the go'].map((typed) => typedVerdict(typed, 'TO GO', lenient)),
    ['wrong', 'right', 'right', 'right'],
  );
  t.equal(typedVerdict('da', 'ĐA', lenient), 'accent');
  t.same([suggestedRating('accent', true), suggestedRating('accent', false)], [2, 1]);
  t.same([suggestedRating('right', false), suggestedRating('wrong', true)], [2, 0]);
});

t.test('PRA-05 PRA-06 SL-249 a way that a card does not allow falls back to one that it does', async (t) => {
  const silent = card(1, 'cat', 'mèo');
  const heard = { ...silent, audio_file: '/storage/cards/cat.mp3' };
  const wayOf = (one: typeof silent, way: 'dictation' | 'typing' | 'choice' | 'turning', isAudible = false) =>
    askingOf(one, { ...wanted, way, isAudible }).way;
  t.equal(wayOf(heard, 'dictation', true), 'dictation');
  t.equal(wayOf(silent, 'dictation', true), 'dictation', 'a voice reads it');
  t.equal(wayOf(silent, 'dictation'), 'typing');
  t.equal(wayOf({ ...silent, back: 'a long text '.repeat(9) }, 'typing'), 'turning');
  t.equal(wayOf(silent, 'choice'), 'turning', 'nothing to choose among');
  for (const backFirst of [false, true]) {
    const { accepted } = askingOf(heard, { ...wanted, way: 'dictation', isAudible: true, backFirst });
    t.same(accepted, ['CAT'], `of the front, the back first: ${backFirst}`);
  }
});

t.test('PRA-06 of the options one is right: none has the question or the answer of the card', async (t) => {
  const asked = card(1, 'cat', 'mèo', { part_of_speech: 'noun' });
  const others = [
    asked,
    card(2, 'Cat', 'con mèo'),
    card(3, 'kitty', ' MÈO '),
    card(4, 'dog', 'chó', { part_of_speech: 'noun' }),
    card(5, 'hound', 'Chó'),
    card(6, 'run', 'chạy'),
    card(7, 'cow', 'bò', { part_of_speech: 'noun' }),
    card(8, 'pig', 'lợn', { part_of_speech: 'noun' }),
    card(9, 'hen', 'gà', { deck_id: 999 }),
  ];
  const found = distractors(asked, false, others);
  t.same(column(found, 'id'), [4, 6, 7, 8]);
  const orders = new Set<string>();
  const random = dice(7);
  for (let round = 0; round < 50; round++) {
    const options = choiceOptions({ card: asked, backFirst: false, others: found, random });
    t.same([...options].sort(), ['bò', 'chó', 'lợn', 'mèo'].sort(), 'nouns beside a noun');
    orders.add(options.join());
  }
  t.ok(orders.size > 1, 'the right one has no place of its own');
  t.equal(choiceOptions({ card: asked, backFirst: false, others: found.slice(0, 1), random }).length, 2);
});

t.test('PRA-19 what the class mixes up with a card is beside it, unless it is right as well', async (t) => {
  const asked = card(1, 'cat', 'mèo', { part_of_speech: 'noun' });
  const others = [
    card(2, 'dog', 'chó'),
    card(3, 'cow', 'bò'),
    card(4, 'pig', 'lợn'),
    card(5, 'hen', 'gà'),
  ].map((one) => ({ ...one, part_of_speech: 'noun' as const }));
  const loaded = { id: 60, front: 'run', back: 'chạy', part_of_speech: 'verb' };
  const right = { id: 61, front: 'kitty', back: 'Mèo', part_of_speech: 'noun' };
  const mixedUp = distractors(asked, false, [loaded, right]);
  t.same(mixedUp, [loaded]);
  const known = distractors(asked, false, [...mixedUp, ...others]);
  for (let seed = 1; seed <= 20; seed++) {
    const options = choiceOptions({
      card: asked,
      backFirst: false,
      others: known,
      mixedUp,
      random: dice(seed),
    });
    t.equal(options.length, 4);
    t.ok(options.includes('chạy') && options.includes('mèo'), options.join());
  }
});
