import { buffer } from 'node:stream/consumers';
import t from 'tap';
import { deckHead } from '../../core/deck-export/deck-rows.ts';
import { deckZip } from '../../core/deck-export/deck-zip.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { download, givenAudio, givenDeck, unzip } from './exported-deck.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');

const exported = async (deckId: number) => {
  const { status, bytes } = await download(api, teacher.token, deckId, 'zip');
  if (status !== 200) throw new Error(bytes.toString());
  const files = await unzip(bytes);
  return { files, deck: JSON.parse(String(files.get('deck.json')?.content)) };
};

t.test('SL-55 a ZIP has the deck as an import takes it, and its audio under readable names', async (t) => {
  const [meow, bark] = [await givenAudio(api, 'meow'), await givenAudio(api, 'bark')];
  const id = await givenDeck(
    api,
    teacher.id,
    [
      {
        source_id: 'animals/1',
        front: 'con mèo "đen"',
        back: 'black\ncat',
        example_sentence: 'Mèo ngủ.',
        definition: 'An animal',
        part_of_speech: 'noun',
        level: 'A1',
        audio_file: meow,
      },
      { front: '犬', back: 'dog', audio_file: bark },
      { front: 'cat', back: 'mèo', audio_file: meow },
      { front: 'elsewhere', back: 'ở nơi khác', audio_file: 'https://example.org/a.mp3' },
      { front: '-ly', back: 'an ending' },
    ],
    { title: 'Từ vựng', description: 'Bài 1' },
  );
  const { files, deck } = await exported(id);
  t.same(deck, {
    title: 'Từ vựng',
    description: 'Bài 1',
    cards: [
      {
        id: 'animals/1',
        front: 'con mèo "đen"',
        back: 'black\ncat',
        example_sentence: 'Mèo ngủ.',
        definition: 'An animal',
        part_of_speech: 'noun',
        level: 'A1',
        audio: 'audio/0001-con-meo-den.mp3',
      },
      { front: '犬', back: 'dog', audio: 'audio/0002.mp3' },
      { front: 'cat', back: 'mèo', audio: 'audio/0001-con-meo-den.mp3' },
      { front: 'elsewhere', back: 'ở nơi khác', audio: 'https://example.org/a.mp3' },
      { front: '-ly', back: 'an ending' },
    ],
  });
  t.same([...files.keys()], ['audio/0001-con-meo-den.mp3', 'audio/0002.mp3', 'deck.json']);
  t.same(column([...files.values()], 'isDeflated'), [false, false, true], 'audio is compressed already');
  t.equal(String(files.get('audio/0001-con-meo-den.mp3')?.content), 'meow');
  t.equal(String(files.get('audio/0002.mp3')?.content), 'bark');
});

t.test('an audio that is lost does not stop an export; its card comes without', async (t) => {
  const [lost, empty] = [await givenAudio(api, 'lost'), await givenAudio(api, '')];
  await api.services.storage.disk.delete(lost.replace('/storage/', ''));
  const cards = [
    { front: 'lost', back: 'mất', audio_file: lost },
    { front: 'empty', back: 'trống', audio_file: empty },
    { front: 'also lost', back: 'cũng mất', audio_file: lost },
  ];
  const { files, deck } = await exported(await givenDeck(api, teacher.id, cards));
  t.same([...files.keys()], ['audio/0002-empty.mp3', 'deck.json']);
  t.equal(files.get('audio/0002-empty.mp3')?.content.length, 0);
  t.same(deck.cards, [
    { front: 'lost', back: 'mất' },
    { front: 'empty', back: 'trống', audio: 'audio/0002-empty.mp3' },
    { front: 'also lost', back: 'cũng mất' },
  ]);
});

t.test('a deck without cards, and one of several pages of cards in their order', async (t) => {
  const { deck: none } = await exported(await givenDeck(api, teacher.id, []));
  t.same(none, { title: 'Words', cards: [] });
  const { id } = await api.addDeck(teacher.id, 1_000);
  const { deck } = await exported(id);
  t.same(
    deck.cards.map(({ front }: { front: string }) => front),
    Array.from({ length: 1_000 }, (_, index) => `front ${index + 1}`),
  );
});

t.test('audio that lies in a bucket is read from there; one that is lost is left out', async (t) => {
  const [bark, lost] = [await givenAudio(api, 'woof'), await givenAudio(api, 'silence')];
  const { disk } = api.services.storage;
  await disk.delete(lost.replace('/storage/', ''));
  const id = await givenDeck(api, teacher.id, [
    { front: 'silence', back: 'x', audio_file: lost },
    { front: 'dog', back: 'x', audio_file: bark },
  ]);
  const deck = (await deckHead(api.pool, id))!;
  const source = { pool: api.pool, storage: { ...api.services.storage, folder: undefined } };
  const files = await unzip(await buffer(deckZip(source, deck, new Date())));
  t.same([...files.keys()], ['audio/0002-dog.mp3', 'deck.json']);
  t.equal(String(files.get('audio/0002-dog.mp3')?.content), 'woof');
});
