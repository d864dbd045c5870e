import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProductClient } from '../simulate/product-client.ts';
import type { Login } from '../speed/speed-school.ts';

const CARDS = [
  {
    front: 'although',
    back: 'mặc dù',
    example_sentence: '**Although** it rained, we went out.',
    level: 'A2',
    tags: ['unit 7'],
  },
  {
    front: 'a bunch of grapes',
    back: 'một chùm nho',
    example_sentence: 'She bought **a bunch of grapes** at the market.',
    level: 'A2',
    tags: ['unit 7'],
  },
  {
    front: 'however',
    back: 'tuy nhiên',
    example_sentence: 'It was late. **However**, nobody slept.',
    level: 'B1',
  },
  {
    front: 'therefore',
    back: 'vì vậy',
    example_sentence: 'I was ill; **therefore** I stayed at home.',
    level: 'B1',
  },
  { front: 'area of a triangle', back: '\\(S = \\frac{1}{2} a h\\)', definition: 'diện tích tam giác' },
  { front: 'unless', back: 'trừ khi', example_sentence: 'I will come //unless// it rains.', level: 'B1' },
  { front: 'instead of', back: 'thay vì', example_sentence: 'Walk instead of taking the bus.', level: 'A2' },
  {
    front: 'as soon as',
    back: 'ngay khi',
    example_sentence: 'Call me as soon as you are home.',
    level: 'B1',
  },
];
const WITH_PICTURE = 'a bunch of grapes';
const PICTURE = join(import.meta.dirname, '../../web/public/icon-192.png');

/** Makes a deck of somebody's own; resolves with its id. */
export async function makeOwnDeck(
  author: ProductClient,
  title: string,
  description: string,
): Promise<number> {
  const { data: deck } = await author.call('POST /api/decks', { body: { title, description } });
  for (const body of CARDS)
    await author.call('POST /api/decks/:deckId/cards', { params: { deckId: deck.id }, body });
  return deck.id;
}

async function putPicture(url: string, login: Login, deckId: number, cardId: number): Promise<void> {
  const form = new FormData();
  form.set('alt', 'Một chùm nho tím với chiếc lá xanh');
  form.set('picture', new Blob([readFileSync(PICTURE)], { type: 'image/png' }), 'grapes.png');
  const response = await fetch(`${url}/api/decks/${deckId}/cards/${cardId}/pictures/front`, {
    method: 'POST',
    headers: { authorization: `Bearer ${login.token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`The picture was refused: ${await response.text()}`);
}

interface Author {
  client: ProductClient;
  login: Login;
}

/** What happens to a deck in a month: a picture, another example, a mistake that a student reports, something deleted. */
export async function workOnDeck(
  url: string,
  { client, login }: Author,
  learner: ProductClient,
  deckId: number,
): Promise<void> {
  const params = { deckId };
  const { data: cards } = await client.call('GET /api/decks/:deckId/cards', { params, query: {} });
  const cardOf = (front: string) => ({ ...params, cardId: cards.find((card) => card.front === front)!.id });
  await putPicture(url, login, deckId, cardOf(WITH_PICTURE).cardId);
  await client.call('PATCH /api/decks/:deckId/cards/:cardId', {
    params: cardOf('although'),
    body: { example_sentence: '**Although** it rained hard, we went out.' },
  });
  await learner.call('POST /api/cards/:cardId/report', {
    params: cardOf('therefore'),
    body: { reason: 'meaning', note: 'Cô ơi, phải là “do đó” ạ' },
  });
  await client.call('DELETE /api/decks/:deckId/cards/:cardId', { params: cardOf('as soon as') });
  const { data: old } = await client.call('POST /api/decks', {
    body: { title: 'Từ vựng Unit 6 (cũ)', description: 'Năm học trước' },
  });
  await client.call('DELETE /api/decks/:deckId', { params: { deckId: old.id } });
}

/** Chooses how a student practises a deck. */
export async function practise(
  student: ProductClient,
  deckId: number,
  way: 'choice' | 'dictation',
): Promise<void> {
  await student.call('POST /api/decks/:deckId/settings', {
    params: { deckId },
    body: { new_cards_per_day: 20, max_cards_per_day: 200, way },
  });
}

const FILE = [
  'từ,nghĩa,câu ví dụ,cấp độ',
  'however,tuy nhiên,"It was late. However, nobody slept.",B1',
  'therefore,vì vậy,I was ill; therefore I stayed at home.,B1',
  'unless,trừ khi,I will come unless it rains.,B1',
  'instead of,thay vì,Walk instead of taking the bus.,A2',
  'as soon as,ngay khi,Call me as soon as you are home.,B1',
  'in spite of,mặc dù,We went out in spite of the rain.,B1',
].join('\n');

/** Has a file looked through, which then waits for a word; resolves when what it holds is known. */
export async function checkFile(url: string, { client, login }: Author): Promise<void> {
  const form = new FormData();
  form.set('title', 'Từ nối, học kỳ 2');
  form.set('check_only', '1');
  form.set('json_file', new Blob([FILE], { type: 'text/csv' }), 'tu-noi.csv');
  const response = await fetch(`${url}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${login.token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`The file was refused: ${await response.text()}`);
  for (;;) {
    const { data: imports } = await client.call('GET /api/imports');
    if (imports[0]?.status === 'checked') return;
    await pause(200);
  }
}

/** Has a student choose the next card's other side for each of some cards. */
export async function mixUp(student: ProductClient, deckId: number): Promise<void> {
  const { data: cards } = await student.call('GET /api/decks/:deckId/cards/set', {
    params: { deckId },
    query: { limit: 4 },
  });
  for (const [index, { id }] of cards.entries()) {
    const { data } = await student.call('POST /api/cards/:cardId/progress', {
      params: { cardId: id },
      body: { status: 0, time_spent: 4, mode: 'choice', asked: 'front', answer: cards[index ^ 1]!.back },
    });
    student.wrote(data.position);
  }
}
