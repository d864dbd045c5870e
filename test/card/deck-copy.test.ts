import t from 'tap';
import { freeTitle } from '../../core/card/deck-copy.ts';
import { removeUnusedFiles } from '../../core/files/unused-files.ts';
import { graphemeCount } from '../../core/text/grapheme-count.ts';
import { shareWith } from '../deck/shared-decks.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { fileOf, formOf, MP3 } from './card-form.ts';

const api = await startApi(t, { env: { DECKS_MAX: '6', FILES_MAX: '3' } });
const admin = await api.register('admin');

const copy = (deckId: number, account: TestAccount) =>
  account.call('POST /api/decks/:deckId/copy', { params: { deckId } });
const cards = (deckId: number, account: TestAccount) =>
  account.data('GET /api/decks/:deckId/cards', { params: { deckId } });
const addAudio = (deckId: number, cardId: number, account: TestAccount, more = '') =>
  account.raw('PATCH', `/api/decks/${deckId}/cards/${cardId}`, {
    ...formOf({ audio_file: fileOf(Buffer.concat([MP3, Buffer.from(more)])) }),
  });

t.test('SHR-15 own, shared and official decks are copied with their cards and audio', async (t) => {
  const [owner, teacher] = [await api.register('teacher'), await api.register('teacher')];
  const deck = await api.addDeck(owner.id, 3, { title: 'Động từ' });
  t.equal((await addAudio(deck.id, deck.cards[1]!, owner)).status, 200);
  await owner.data('DELETE /api/decks/:deckId/cards/:cardId', {
    params: { deckId: deck.id, cardId: deck.cards[0]! },
  });
  await shareWith(owner, deck.id, teacher);
  const { status, body } = await copy(deck.id, teacher);
  t.equal(status, 201);
  const { id, user_id, title, card_count, is_official } = body.data;
  t.same([user_id, title, card_count, is_official], [teacher.id, 'Động từ', 2, false]);
  const texts = async (of: number) => (await cards(of, teacher)).map(({ id: _, deck_id, ...rest }) => rest);
  t.same(await texts(id), await texts(deck.id), 'the same audio under the same address');
  t.notSame((await cards(id, teacher))[0]?.id, deck.cards[1]);
  t.equal((await copy(id, teacher)).body.data.title, 'Động từ (2)', 'an own one');

  const official = await api.addDeck(admin.id, 2, { official: true, title: 'Chào hỏi' });
  const ofOfficial = (await copy(official.id, teacher)).body.data;
  t.match(ofOfficial, { title: 'Chào hỏi', is_official: false, official_button_label: null });
  await teacher.data('PATCH /api/decks/:deckId', { params: { deckId: ofOfficial.id }, body: { title: 'x' } });
  t.equal((await copy(999_999, teacher)).body.code, 'deck_not_found');
  const stranger = await api.register('teacher');
  t.equal((await copy(deck.id, stranger)).body.code, 'deck_not_accessible');
});

t.test('SHR-16 a copy counts in the number of decks, also when several are made at once', async (t) => {
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 1);
  const all = await Promise.all(Array.from({ length: 8 }, () => copy(deck.id, teacher)));
  t.same(all.map(({ status }) => status).sort(), [201, 201, 201, 201, 201, 422, 422, 422]);
  t.equal(all.find(({ status }) => status === 422)?.body.code, 'too_many_decks');
  const titles = new Set(all.filter(({ status }) => status === 201).map(({ body }) => body.data.title));
  t.equal(titles.size, 5, 'each has a title of its own');
});

t.test('SHR-16 files that a teacher has already take no more room; others count', async (t) => {
  const [owner, teacher] = [await api.register('teacher'), await api.register('teacher')];
  const deck = await api.addDeck(owner.id, 3);
  for (const [index, card] of deck.cards.entries())
    t.equal((await addAudio(deck.id, card, owner, String(index))).status, 200);
  await shareWith(owner, deck.id, teacher, 'edit');
  t.equal((await copy(deck.id, owner)).status, 201, 'the full owner’s files are the same');
  const own = await api.addDeck(teacher.id, 2);
  await addAudio(own.id, own.cards[0]!, teacher, 'another');
  t.match(await copy(deck.id, teacher), coded(422, 'too_many_files'));
  const { rowCount } = await api.pool.query('select from decks where user_id = $1', [teacher.id]);
  t.equal(rowCount, 1, 'nothing is left of it');
  t.match(
    await addAudio(deck.id, deck.cards[0]!, teacher, 'a fourth'),
    coded(422, 'teacher_has_no_room'),
    'SL-195 audio counts for the deck’s owner',
  );
});

t.test('SHR-16 the audio of a copy stays when the first deck is deleted', async (t) => {
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 1);
  await addAudio(deck.id, deck.cards[0]!, teacher, 'kept');
  const { id } = (await copy(deck.id, teacher)).body.data;
  await teacher.data('DELETE /api/decks/:deckId', { params: { deckId: deck.id } });
  const { storage } = api.services;
  for (const day of [1, 5, 10]) await removeUnusedFiles(api.pool, storage, Date.now() + day * 86_400_000);
  const [card] = await cards(id, teacher);
  t.equal(await storage.disk.exists(card!.audio_file!.replace('/storage/', '')), true);
});

t.test('SHR-15 a copy’s title is as long as a title may be', async (t) => {
  const long = 'ế'.repeat(50);
  const second = freeTitle(long, [long]);
  t.equal(graphemeCount(second), 50);
  t.equal(second, `${'ế'.repeat(46)} (2)`);
  t.equal(freeTitle(long, [long, second.toUpperCase()]), `${'ế'.repeat(46)} (3)`);
  t.equal(freeTitle('x', ['y']), 'x');
});
