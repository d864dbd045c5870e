import type { Page } from 'playwright-core';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import type { Card } from '../../core/card/card.schema.ts';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { logIn } from './account-in-browser.ts';
import type { BrowserTest } from './browser-harness.ts';

export interface TeacherInBrowser {
  id: number;
  /** A deck of this teacher's own, with these cards in this order. */
  deck(title: string, cards?: Partial<Card>[], columns?: Partial<Deck>): Promise<number>;
  /** Classes of this teacher that study the deck. */
  classes(deckId: number, count: number): Promise<void>;
  /** The deck's cards as the server has them. */
  cards(deckId: number): Promise<Card[]>;
}

/** A teacher, logged in on the test's first page. */
export const teacherInBrowser = async (test: BrowserTest): Promise<TeacherInBrowser> =>
  deckMaker(test, (await logIn(test, test.page, 'teacher')).answer);

/** What a teacher does past the browser. */
export function deckMaker(test: BrowserTest, { user, token }: LoginAnswer): TeacherInBrowser {
  return {
    id: user.id,
    async deck(
      title,
      cards = [],
      { description = null, display_back_first = false, is_official = false } = {},
    ) {
      const { rows } = await test.db.query<{ id: number }>(
        `with deck as (
           insert into decks (user_id, title, description, display_back_first, is_official, official_button_label)
           values ($1, $2, $3, $4, $5, case when $5 then $2 end) returning id
         ), inserted as (
           insert into cards (deck_id, ordinal, front, back, example_sentence, definition, part_of_speech, level,
             audio_file)
           select deck.id, ordinality, card->>'front', card->>'back', card->>'example_sentence',
             card->>'definition', card->>'part_of_speech', card->>'level', card->>'audio_file'
           from deck, jsonb_array_elements($6::jsonb) with ordinality as list (card, ordinality)
         )
         select id from deck`,
        [user.id, title, description, display_back_first, is_official, JSON.stringify(cards)],
      );
      const id = rows[0]?.id;
      if (id === undefined) throw new Error('The deck was not made');
      return id;
    },
    async classes(deckId, count) {
      await test.db.query(
        `with made as (
           insert into classes (teacher_id, name)
           select $1::integer, 'Class ' || number from generate_series(1, $3) as list (number) returning id
         )
         insert into class_decks (class_id, deck_id) select id, $2::integer from made`,
        [user.id, deckId, count],
      );
    },
    async cards(deckId) {
      const { body } = await test.api('GET /api/decks/:deckId/cards', { params: { deckId }, token });
      return body.data;
    },
  };
}

/** The writes that the page sends from now on, as "METHOD /path". */
export function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/'))
      writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}
