import t from 'tap';
import { startApi } from '../api-harness.ts';
import { shareWith } from './shared-decks.ts';

const api = await startApi(t);

t.test('TAB-19 an own deck has tags, which nobody else is sent', async (t) => {
  const [owner, colleague] = [await api.register('teacher'), await api.register('teacher')];
  const { body } = await api.call('POST /api/decks', {
    token: owner.token,
    body: { title: 'Unit 1', tags: [' Lớp  10 ', 'lớp 10', 'anh'] },
  });
  t.same(body.data.tags, ['Lớp 10', 'anh']);
  const params = { deckId: body.data.id };
  await shareWith(api, owner, params.deckId, colleague, 'edit');
  const seen = async ({ token }: { token: string }) =>
    (await api.call('GET /api/decks/:deckId', { params, token })).body.data.tags;
  t.same([await seen(owner), await seen(colleague)], [['Lớp 10', 'anh'], undefined]);
  const change = (tags: string[]) =>
    api.call('PATCH /api/decks/:deckId', { params, token: owner.token, body: { tags } });
  const { status, body: refused } = await change(['ế'.repeat(41)]);
  t.same([status, (refused as unknown as { code: string }).code], [422, 'tag_too_long']);
  t.same((await change([])).body.data.tags, undefined);
});
