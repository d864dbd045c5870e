import t from 'tap';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { cardValues, checkCard, NO_CARD, toCardChanges, toCardForm } from '../../web/deck/card-rules.ts';

const values = { ...NO_CARD, front: ' house ', back: 'nhà' };
const audio = new File(['sound'], 'house.mp3', { type: 'audio/mpeg' });

t.test('CRD-05 CRD-06 a card needs a front and a back, and nothing else', async (t) => {
  t.same(checkCard(values), {});
  t.same(checkCard({ ...NO_CARD, front: ' \n' }), { front: 'required', back: 'required' });
});

t.test('CRD-01 texts have a length that the server takes', async (t) => {
  const longest = {
    front: 'x'.repeat(500),
    back: 'x'.repeat(500),
    example_sentence: 'x'.repeat(1_000),
    definition: 'x'.repeat(1_000),
    part_of_speech: 'x'.repeat(50),
    level: 'x'.repeat(50),
  };
  t.same(checkCard(longest), {});
  for (const field of Object.keys(longest) as (keyof typeof longest)[])
    t.same(checkCard({ ...longest, [field]: `${longest[field]}x` }), { [field]: 'long' });
});

t.test('CRD-01 CRD-07 a new card is a form of its texts, the file last', async (t) => {
  const form = toCardForm(values, audio);
  t.same(
    [...form.keys()],
    ['front', 'back', 'example_sentence', 'definition', 'part_of_speech', 'level', 'audio_file'],
  );
  t.equal(form.get('front'), 'house');
  t.equal(form.get('audio_file'), audio);
  t.notOk(toCardForm(values, undefined).has('audio_file'));
});

t.test('CRD-08 a change is JSON: blank texts are none, the audio stays unless taken away', async (t) => {
  const changes = {
    front: 'house',
    back: 'nhà',
    example_sentence: null,
    definition: null,
    part_of_speech: null,
    level: null,
  };
  t.same(toCardChanges(values, undefined), changes);
  t.same(toCardChanges(values, null), { ...changes, audio_file: null });
});

t.test('CRD-08 another audio makes the change a form; a blank text takes the old one away', async (t) => {
  t.equal((toCardChanges(values, audio) as FormData).get('level'), '');
});

t.test('CRD-06 an existing card as the form shows it', async (t) => {
  const card = { ...toCardChanges({ ...values, definition: 'd' }, undefined), id: 1 } as unknown as Card;
  t.same(cardValues(card), { ...NO_CARD, front: 'house', back: 'nhà', definition: 'd' });
});
