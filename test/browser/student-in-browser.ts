import type { BrowserTest } from './browser-harness.ts';
import { keepLoggedIn, type Person, registered } from './class-in-browser.ts';

export interface StudentInBrowser extends Person {
  /** Answers the next `count` cards of a deck as known; resolves when every projection has them. */
  study(deckId: number, count: number): Promise<void>;
}

/** Registers a student and logs in every page of the test's first context, without going through the form. */
export async function studentInBrowser(test: BrowserTest): Promise<StudentInBrowser> {
  const student = await registered(test, 'student', 'Mai');
  await keepLoggedIn(test.context, test, 'student', student);
  return {
    ...student,
    study: (deckId, count) => studyDeck(test, student, deckId, count),
  };
}

/** Somebody answers the next `count` cards of a deck as known; resolves when every projection has them. */
export async function studyDeck(
  test: BrowserTest,
  { call, token }: Person,
  deckId: number,
  count: number,
): Promise<void> {
  let position = '';
  for (const { id } of await call('GET /api/decks/:deckId/cards/set', {
    params: { deckId },
    query: { limit: count },
  })) {
    const body = { status: 2, time_spent: 3, card_type: 'new' } as const;
    ({ position } = await call('POST /api/cards/:cardId/progress', { params: { cardId: id }, body }));
  }
  const headers = { 'After-Position': position };
  const { status } = await test.api('GET /api/decks/:deckId/stats', { params: { deckId }, token, headers });
  if (status !== 200) throw new Error(`stats: ${status}`);
}
