import t from 'tap';
import { startApi } from '../harness/api-harness.ts';
import { shareWith } from './shared-decks.ts';

const api = await startApi(t);

t.test('TAB-19 an own deck has tags, which nobody else is sent', async (t) => {
  const [owner, colleague] = [await api.register('teacher'), await api.register('teacher')];
  const data = await owner.data('POST /api/decks', {
    body: { title: 'Unit 1', tags: [' Lớp  10 ', 'lớp 10', 'anh'] },
  });
  t.same(data.tags, ['Lớp 10', 'anh']);
  const params = { deckId: data.id };
  await shareWith(owner, params.deckId, colleague, 'edit');
  const seen = async (account: typeof owner) =>
    (await account.data('GET /api/decks/:deckId', { params })).tags;
  t.same([await seen(owner), await seen(colleague)], [['Lớp 10', 'anh'], undefined]);
  const change = (tags: string[]) => owner.call('PATCH /api/decks/:deckId', { params, body: { tags } });
  const { status, body: refused } = await change(['ế'.repeat(41)]);
  t.same([status, (refused as unknown as { code: string }).code], [422, 'tag_too_long']);
  t.same((await change([])).body.data.tags, undefined);
});
