import { readdirSync, readFileSync } from 'node:fs';
import { setupI18n } from '@lingui/core';
import t from 'tap';
import { deckDescription, translatedTitle } from '../../web/deck/deck-description.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const FALLBACK = 'A great deck to start your learning journey.';

t.test('HOM-14 SL-14 the titles of the seeded decks, exactly, have a text of ours', async (t) => {
  const folder = new URL('../../content/official-decks/', import.meta.url);
  const titles = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): string => JSON.parse(readFileSync(new URL(name, folder), 'utf8')).title);
  t.equal(titles.length, 3);
  for (const title of titles) {
    const text = deckDescription(i18n, { title, description: 'its own' });
    t.not(text, 'its own', title);
    t.not(text, FALLBACK, title);
  }
  t.equal(deckDescription(i18n, { title: 'everyday nouns', description: 'its own' }), 'its own');
});

t.test('STU-21 in Vietnamese the titles of the seeded decks stand beside the English ones', async (t) => {
  const inVietnamese = setupI18n({ locale: 'vi', messages: { vi: {} }, missing: 'Câu nói trong lớp' });
  t.equal(translatedTitle(inVietnamese, { title: 'Phrases for class' }), 'Câu nói trong lớp');
  t.equal(translatedTitle(i18n, { title: 'Phrases for class' }), null, 'it is its own title');
  t.equal(translatedTitle(inVietnamese, { title: 'Birds' }), null);
});

t.test('HOM-15 HOM-16 any other deck its own description, else the invitation', async (t) => {
  t.equal(deckDescription(i18n, { title: 'Birds', description: 'All that fly' }), 'All that fly');
  t.equal(deckDescription(i18n, { title: 'Birds', description: null }), FALLBACK);
  t.equal(deckDescription(i18n, { title: 'Birds', description: '  ' }), FALLBACK);
});
