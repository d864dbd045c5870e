import type { Locator, Page } from 'playwright-core';
import type { Card } from '../../core/card/card.schema.ts';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { logIn, makeAccount } from './account-in-browser.ts';
import type { BrowserTest } from './browser-harness.ts';
import { deckMaker, type TeacherInBrowser } from './teacher-in-browser.ts';

export interface AdminInBrowser {
  id: number;
  token: string;
  /** A teacher of their own account, who makes decks. */
  teacher: TeacherInBrowser;
  /** Opens a part of the administrator's area. */
  open(view: string): Promise<void>;
}

/** An administrator, logged in on the test's first page. */
export async function adminInBrowser(test: BrowserTest): Promise<AdminInBrowser> {
  const teacher = deckMaker(test, (await makeAccount(test, 'teacher')).answer);
  const { answer } = await logIn(test, test.page, 'admin');
  return {
    id: answer.user.id,
    token: answer.token,
    teacher,
    async open(view) {
      await test.page.goto(`${test.baseUrl}/assmin?view=${view}`);
      await test.page.getByRole('tabpanel').waitFor();
    },
  };
}

/** Types into a select of decks and takes the deck. */
export async function chooseDeck(
  within: Page | Locator,
  typed: string,
  deck: string | RegExp,
): Promise<void> {
  const page = 'page' in within ? within.page() : within;
  await within.getByRole('combobox').fill(typed);
  await page.getByRole('option', { name: deck }).click();
}

/** A deck's columns as the database has them; undefined when it is gone. */
export async function deckRow(test: BrowserTest, deckId: number): Promise<Partial<Deck> | undefined> {
  const { rows } = await test.db.query<Partial<Deck>>(
    'select title, description, is_official, official_button_label from decks where id = $1',
    [deckId],
  );
  return rows[0];
}

export async function cardRows(test: BrowserTest, deckId: number): Promise<Partial<Card>[]> {
  const { rows } = await test.db.query<Partial<Card>>(
    `select front, back, example_sentence, definition, part_of_speech, level, audio_file
     from cards where deck_id = $1 order by ordinal`,
    [deckId],
  );
  return rows;
}
