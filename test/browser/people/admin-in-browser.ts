import type { Locator, Page } from 'playwright-core';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { logIn, makeAccount, type Person } from './person.ts';

export interface AdminInBrowser extends Person {
  /** A teacher of their own account, who makes decks. */
  teacher: Person;
  open(view: string): Promise<void>;
}

/** An administrator, logged in on the test's first page. */
export async function adminInBrowser(test: BrowserTest): Promise<AdminInBrowser> {
  const teacher = await makeAccount(test, 'teacher', 'Lan');
  const admin = await logIn(test, test.page, 'admin');
  const open = async (view: string) => {
    await test.page.goto(`/assmin?view=${view}`);
    await test.page.getByRole('tabpanel').waitFor();
  };
  return { ...admin, teacher, open };
}

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
