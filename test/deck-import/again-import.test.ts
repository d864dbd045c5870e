import t from 'tap';
import { fileOf, MP3 } from '../card/card-form.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { trashCalls } from '../trash/given-trash.ts';
import { importCalls, jsonOf } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const student = await api.register('student');
const calls = importCalls(api, admin);

const cardOf = (front: string, back = `back of ${front}`, id?: string) => ({
  front,
  back,
  ...(id && { id }),
});
const frontsOf = async (deckId: number | null): Promise<string[]> =>
  column(await calls.cards(deckId), 'front');
const idsOf = async (deckId: number | null): Promise<Map<string, number>> =>
  new Map((await calls.cards(deckId)).map(({ front, id }) => [front, id]));

t.test('the same deck again changes nothing, and doubles nothing', async (t) => {
  const file = {
    title: 'Same',
    json_file: jsonOf([cardOf('a'), cardOf('b'), cardOf('a', 'another meaning')]),
  };
  const first = await calls.import(file);
  const before = await calls.cards(first.deck_id);
  const second = await calls.import({ ...file, title: ' SAME ' });
  t.equal(second.deck_id, first.deck_id);
  t.match(second.report, {
    updates_deck: { id: first.deck_id, title: 'Same' },
    cards_new: 0,
    cards_changed: 0,
    cards_unchanged: 3,
    cards_missing: 0,
  });
  t.same(await calls.cards(first.deck_id), before);
});

t.test('cards are changed, added and put in order by their ids; what students learnt stays', async (t) => {
  const first = await calls.import({
    title: 'By id',
    is_official: '1',
    official_button_label: 'Learn',
    json_file: jsonOf([cardOf('one', 'một', '1'), cardOf('two', 'hai', '2'), cardOf('three', 'ba', '3')]),
  });
  const before = await idsOf(first.deck_id);
  const answer = await student.raw('POST', `/api/cards/${before.get('two')}/progress`, {
    body: { status: 2, time_spent: 3, card_type: 'new' },
  });
  t.equal(answer.status, 200);
  await api.project();

  const second = await calls.import({
    title: 'By id',
    json_file: jsonOf([cardOf('zwei', 'hai', '2'), cardOf('four', 'bốn', '4'), cardOf('one', 'một', '1')]),
  });
  t.match(second.report, { cards_new: 1, cards_changed: 1, cards_unchanged: 1, cards_missing: 1 });
  t.same(
    await frontsOf(first.deck_id),
    ['zwei', 'four', 'one', 'three'],
    'what is missing stays, at the end',
  );
  const after = await idsOf(first.deck_id);
  t.equal(after.get('zwei'), before.get('two'));
  t.equal(after.get('one'), before.get('one'));
  const { body } = await student.raw<{ data: { cards_studied: number } }>(
    'GET',
    `/api/decks/${first.deck_id}/stats`,
  );
  t.match(body.data, { cards_studied: 1 });
  const rows = await api.sql`select card_id from review_schedule where student_id = ${student.id}`;
  t.same(rows, [{ card_id: before.get('two') }]);
  t.equal((await calls.cards(first.deck_id)).length, 4);
  const official = await api.data('GET /api/official-decks');
  t.match(official, [{ id: first.deck_id, official_button_label: 'Learn' }], 'official it stays');
});

t.test('without ids a card is known by its front, whatever its case; of several, one by one', async (t) => {
  const first = await calls.import({
    title: 'By front',
    json_file: jsonOf([cardOf('bank', 'ngân hàng'), cardOf('bank', 'bờ sông'), cardOf('Đá', 'stone')]),
  });
  const before = await calls.cards(first.deck_id);
  const second = await calls.import({
    title: 'By front',
    json_file: jsonOf([
      cardOf('đá', 'ice'),
      cardOf('Bank', 'nhà băng'),
      cardOf('bank', 'bờ sông'),
      cardOf('new'),
    ]),
  });
  t.match(second.report, { cards_new: 1, cards_changed: 2, cards_unchanged: 1 });
  t.match(await calls.cards(first.deck_id), [
    { id: before[2]!.id, front: 'đá', back: 'ice' },
    { id: before[0]!.id, front: 'Bank', back: 'nhà băng' },
    { id: before[1]!.id, front: 'bank', back: 'bờ sông' },
    { front: 'new' },
  ]);
});

t.test('EMP-15 without ids a card is known by what its front shows; emphasis changes nothing', async (t) => {
  const plain = [
    cardOf('big cat', 'mèo'),
    cardOf('{漢字|かんじ}', 'x'),
    cardOf('dog'),
    cardOf('**dog**', 'y'),
    cardOf('\\//no//'),
  ];
  const first = await calls.import({ title: 'Emphasis', json_file: jsonOf(plain) });
  const before = await calls.cards(first.deck_id);
  const marked = [
    cardOf('**big** cat', '//mèo//'),
    cardOf('漢字', 'x'),
    cardOf('**dog**', 'z'),
    cardOf('Dog'),
    cardOf('//no//'),
  ];
  const second = await calls.import({ title: 'Emphasis', json_file: jsonOf(marked) });
  t.match(second.report, { cards_new: 0, cards_changed: 5, cards_missing: 0 });
  t.match(await calls.cards(first.deck_id), [
    { id: before[0]!.id, front: '**big** cat', back: '//mèo//' },
    { id: before[1]!.id, front: '漢字' },
    { id: before[3]!.id, front: '**dog**', back: 'z' },
    { id: before[2]!.id, front: 'Dog' },
    { id: before[4]!.id, front: '//no//' },
  ]);
});

t.test('a deck that had no ids takes them from the file', async (t) => {
  const first = await calls.import({ title: 'Later ids', json_file: jsonOf([cardOf('a'), cardOf('b')]) });
  const before = await idsOf(first.deck_id);
  await calls.import({
    title: 'Later ids',
    json_file: jsonOf([cardOf('b', 'x', 'B'), cardOf('a', 'y', 'A')]),
  });
  const third = await calls.import({
    title: 'Later ids',
    json_file: jsonOf([cardOf('renamed', 'y', 'A'), cardOf('b', 'x', 'B')]),
  });
  t.equal(third.deck_id, first.deck_id);
  t.same(
    [...(await idsOf(first.deck_id))],
    [
      ['renamed', before.get('a')],
      ['b', before.get('b')],
    ],
  );
});

t.test('TRS-07 what is no longer in the file goes into the trash when that is asked', async (t) => {
  const first = await calls.import({
    title: 'Mirror',
    json_file: jsonOf([cardOf('a'), cardOf('b'), cardOf('c')]),
  });
  const second = await calls.import({
    title: 'Mirror',
    remove_missing: '1',
    json_file: jsonOf([cardOf('c'), cardOf('a')]),
  });
  t.match(second.report, { cards_missing: 1 });
  t.same(await frontsOf(first.deck_id), ['c', 'a']);
  const trash = trashCalls(admin);
  t.match((await trash.cards(first.deck_id!)).body.data, [{ front: 'b', cause: 'import' }]);
  await trash.bringBackCards(first.deck_id!);
  t.same(await frontsOf(first.deck_id), ['c', 'b', 'a']);
});

t.test('a card keeps its audio when none is sent for it again', async (t) => {
  const cards = [{ ...cardOf('a'), audio: 'a.mp3' }];
  const first = await calls.import({
    title: 'Audio',
    json_file: jsonOf(cards),
    audio_files: fileOf(MP3, 'a.mp3'),
  });
  const audio_file = (await calls.cards(first.deck_id))[0]!.audio_file!;
  t.ok(audio_file);
  await calls.import({ title: 'Audio', json_file: jsonOf(cards) });
  await calls.import({ title: 'Audio', json_file: jsonOf([cardOf('a', 'changed')]) });
  t.match(await calls.cards(first.deck_id), [{ back: 'changed', audio_file }]);
});

t.test('another deck of the same title is made when that is asked, and for another owner', async (t) => {
  const file = { title: 'Many', json_file: jsonOf([cardOf('a')]) };
  const first = await calls.import(file);
  const other = await calls.import({ ...file, as_new: '1' });
  t.not(other.deck_id, first.deck_id);
  const teacher = await api.register('teacher');
  const theirs = await api.addDeck(teacher.id, 1, { title: 'Theirs' });
  const ours = await calls.import({ ...file, title: 'Theirs' });
  t.not(ours.deck_id, theirs.id);
  t.match(ours.report, { updates_deck: null });
});
