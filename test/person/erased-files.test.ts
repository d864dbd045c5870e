import t from 'tap';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';

const api = await startApi(t);
const admin = await api.register('admin');
await admin.data('POST /api/admin/own-decks', { body: { students_make_decks: true } });

/** Stores a file of this name, and returns its address. */
async function stored(key: string): Promise<string> {
  await api.services.storage.disk.put(key, key);
  return `/storage/${key}`;
}

const statusOf = async (address: string): Promise<number> =>
  (await api.app.inject({ url: address })).statusCode;

const erase = ({ id }: TestAccount) =>
  admin.data('POST /api/admin/people/changes', { body: { change: 'erase', person_ids: [id] } });

/** A student's deck, with a file on each card, in an earlier version of one, and in the trash. */
async function givenFiles(name: string) {
  const student = await api.register('student');
  const of = (what: string) => stored(`cards/${name}-${what}.mp3`);
  const addresses = {
    sound: await of('sound'),
    picture: await of('picture'),
    earlier: await of('earlier'),
    trashed: await of('trashed'),
    further: await of('further'),
    furtherEarlier: await of('further-earlier'),
    shared: await of('shared'),
  };
  const { sound, earlier, trashed, shared } = addresses;
  const cards = [sound, earlier, trashed, shared].map((audio_file) => ({ audio_file }));
  const deck = await api.addDeck(student.id, cards);
  const [first, second, third] = deck.cards;
  const picture = JSON.stringify({ file: addresses.picture, width: 1, height: 1, alt: '' });
  await api.sql`update cards set front_picture = ${picture}::jsonb where id = ${first!}`;
  const further = (file: string) => JSON.stringify([{ kind: 'audio', file }]);
  await api.sql`update cards set further_files = ${further(addresses.furtherEarlier)}::jsonb where id = ${second!}`;
  await api.sql`update cards set audio_file = null, further_files = null where id = ${second!}`;
  for (const id of [first!, third!])
    await api.sql`update cards set further_files = ${further(addresses.further)}::jsonb where id = ${id}`;
  const params = { deckId: deck.id, cardId: third! };
  await student.data('DELETE /api/decks/:deckId/cards/:cardId', { params });
  const other = await api.register('teacher');
  const others = await api.addDeck(other.id, [{ audio_file: shared }]);
  return { student, deck, other, others, addresses };
}

t.test('OWN-11 files of cards that nobody else has go with the account', async (t) => {
  const { student, addresses } = await givenFiles('own');
  for (const [name, address] of Object.entries(addresses)) t.equal(await statusOf(address), 200, name);
  await erase(student);
  const { shared, ...own } = addresses;
  for (const [name, address] of Object.entries(own)) t.equal(await statusOf(address), 404, name);
  t.equal(await statusOf(shared), 200, 'another deck has it');
});

t.test('OWN-11 so do those of cards in a deck that was deleted', async (t) => {
  const { student, deck, addresses } = await givenFiles('deleted');
  await student.data('DELETE /api/decks/:deckId', { params: { deckId: deck.id } });
  await erase(student);
  const { shared, ...own } = addresses;
  for (const [name, address] of Object.entries(own)) t.equal(await statusOf(address), 404, name);
  t.equal(await statusOf(shared), 200);
});

t.test('OWN-11 files that others have in an earlier version or in the trash stay', async (t) => {
  const { student, other, others, addresses } = await givenFiles('kept');
  const [card] = others.cards;
  await api.sql`update cards set audio_file = ${addresses.sound} where id = ${card!}`;
  await other.data('DELETE /api/decks/:deckId', { params: { deckId: others.id } });
  await erase(student);
  t.equal(await statusOf(addresses.sound), 200, 'of a card in the trash');
  t.equal(await statusOf(addresses.shared), 200, 'of its earlier version');
  t.equal(await statusOf(addresses.trashed), 404);
});

t.test('OWN-11 the audio of an exam that no class has goes with its teacher', async (t) => {
  const teacher = await api.register('teacher');
  const address = await stored('exams/heard.mp3');
  const exam = await givenExam(teacher, [], examBody('A'));
  await api.sql`update exams set main_content_type = 'audio', main_audio_path = 'exams/heard.mp3', main_text = null
    where id = ${exam.id}`;
  t.equal(await statusOf(address), 200);
  await erase(teacher);
  t.equal(await statusOf(address), 404);
});

t.test('OWN-11 while an import runs, which may refer to the same files, they stay', async (t) => {
  const { student, other, addresses } = await givenFiles('waits');
  await api.sql`insert into deck_imports (user_id, check_only, request, files, status)
    values (${other.id}, false, '{}', '[]', 'running')`;
  await erase(student);
  t.equal(await statusOf(addresses.sound), 200, 'until no two days later, as what is unused');
});
