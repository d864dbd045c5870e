import t from 'tap';
import { seenCard } from '../../core/card/seen-card.ts';
import { CARD_LABEL_MAX, CARD_SIDE_MAX, CARD_TEXT_MAX } from '../../core/contract/card-fields.ts';
import { SEEN_CARD_MAX } from '../../core/contract/card-limits.ts';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { shareWith } from '../deck/shared-decks.ts';
import { startApi } from '../harness/api-harness.ts';
import { fileOf, formOf, MP3 } from './card-form.ts';

const api = await startApi(t);
const [owner, colleague] = [await api.register('teacher'), await api.register('teacher')];

async function sharedCard(): Promise<{ path: string; card: Card }> {
  const deck = await api.addDeck(owner.id, 1);
  await shareWith(owner, deck.id, colleague, 'edit');
  const { data } = (await owner.call('GET /api/decks/:deckId/cards', { params: { deckId: deck.id } })).body;
  return { path: `/api/decks/${deck.id}/cards/${deck.cards[0]}`, card: data[0]! };
}

t.test('SHR-10 of two who change one card the later sees the other’s, and overwrites nothing', async (t) => {
  const { path, card } = await sharedCard();
  const patch = <T>(account: typeof owner, body: object) => account.raw<T>('PATCH', path, { body });
  const seen = seenCard(card);
  const first = await patch<{ data: Card }>(colleague, { back: 'của Minh', seen });
  t.equal(first.status, 200);
  const refused = await patch<{ code: string; data: Card }>(owner, { back: 'của Lan', seen });
  t.same([refused.status, refused.body.code], [409, 'card_changed_meanwhile']);
  t.same(refused.body.data, first.body.data, 'with the card as it is');
  const again = await patch<{ data: Card }>(owner, { back: 'của Lan', seen: seenCard(refused.body.data) });
  t.same([again.status, again.body.data.back], [200, 'của Lan']);
  t.equal((await patch(owner, { back: 'x' })).status, 200, 'who does not say what they saw is not asked');
});

t.test('SHR-10 of two changes at the same moment one is refused', async (t) => {
  const { path, card } = await sharedCard();
  const both = await Promise.all(
    [owner, colleague].map((account, index) =>
      account.raw('PATCH', path, { body: { front: `by ${index}`, seen: seenCard(card) } }),
    ),
  );
  t.same(both.map(({ status }) => status).sort(), [200, 409]);
});

t.test('SHR-10 another audio is a change as well, and a form says what was seen', async (t) => {
  const { path, card } = await sharedCard();
  const form = formOf({ seen: seenCard(card), audio_file: fileOf(MP3) });
  const { status, body } = await colleague.raw<{ data: Card }>('PATCH', path, { ...form });
  t.equal(status, 200);
  const late = await owner.raw('PATCH', path, { body: { audio_file: null, seen: seenCard(card) } });
  t.equal(late.status, 409);
  const known = { audio_file: null, seen: seenCard(body.data) };
  t.equal((await owner.raw('PATCH', path, { body: known })).status, 200);
});

t.test('SHR-10 the longest card can be seen', async (t) => {
  const side = '\u2028\u0001'.repeat(CARD_SIDE_MAX / 2);
  const text = '\u0001'.repeat(CARD_TEXT_MAX);
  const label = '\u0001'.repeat(CARD_LABEL_MAX);
  const longest = {
    front: side,
    back: side,
    example_sentence: text,
    definition: text,
    part_of_speech: label,
    level: label,
  };
  t.ok(
    seenCard({ ...longest, audio_file: `https://example.org/${'x'.repeat(2_000)}` }).length <= SEEN_CARD_MAX,
  );
});
