import { setupI18n } from '@lingui/core';
import t from 'tap';
import { longestWord, sideLook, withBoldWord } from '../../web/flashcard/card-faces.ts';
import { detailsOf } from '../../web/flashcard/card-look.ts';
import { previewAction } from '../../web/flashcard/preview/deck-preview.modal.tsx';

t.test('LRN-11 a word is set large, a phrase smaller, a long text as a text', async (t) => {
  t.equal(sideLook('remember'), 'word');
  t.equal(sideLook('to take part in something'), 'phrase');
  t.equal(sideLook('Tôi không hiểu câu này '.repeat(8)), 'text');
  t.equal(sideLook(`  ${'a'.repeat(120)}\n`), 'phrase', 'what is around it does not count');
  t.equal(sideLook('a'.repeat(121)), 'text');
});

t.test('LRN-11 a side is as large as its longest word has room', async (t) => {
  t.equal(longestWord('a responsibility'), 14);
  t.equal(longestWord('well-being'), 5, 'which may be parted at its hyphen');
  t.equal(longestWord('và/hoặc'), 4);
  t.equal(longestWord(''), 1, 'not zero, by which nothing can be divided');
});

t.test('LRN-53 the word of a card is bold in its example', async (t) => {
  t.equal(withBoldWord('Water is cold, water!', 'water'), '**Water** is cold, water!');
  t.equal(withBoldWord('We have two houses.', 'house'), 'We have two houses.', 'a mark is of whole words');
  t.equal(withBoldWord('It is an art.', 'rt'), 'It is an art.');
  t.equal(withBoldWord('He went home.', 'go'), 'He went home.');
  t.equal(withBoldWord('A //big// dog', 'dog'), 'A //big// dog', 'which has marks of its own');
  t.equal(withBoldWord('A dog.', '**dog**'), 'A **dog**.', 'by the letters of the side');
  t.equal(withBoldWord('A dog.', ''), 'A dog.');
});

t.test(
  'SL-105 a known part of speech is told in the user’s language, another as it is written',
  async (t) => {
    const i18n = setupI18n({
      locale: 'vi',
      messages: { vi: {} },
      missing: (_locale, id) => `in Vietnamese ${id}`,
    });
    const told = (written: string) => detailsOf({ part_of_speech: written }, i18n)[0]!.text;
    t.match(told('noun'), /^in Vietnamese /);
    for (const [written, like] of [
      [' N. ', 'noun'],
      ['adj', 'adjective'],
      ['Phrasal Verb', 'phrasal verb'],
    ] as const)
      t.equal(told(written), told(like), written);
    t.not(told('noun'), told('verb'));
    t.equal(told('danh từ'), 'danh từ');
  },
);

const press = (key: string, { onControl = false, altKey = false, ctrlKey = false } = {}) =>
  previewAction({ key, ctrlKey, metaKey: false, altKey }, onControl);

t.test('SL-17 the arrows move, Space turns the card over, P plays', async (t) => {
  t.equal(press('ArrowLeft'), 'previous');
  t.equal(press('ArrowRight', { onControl: true }), 'next');
  t.equal(press(' '), 'flip');
  t.equal(press('P'), 'play');
});

t.test('SL-17 a button is pressed by Space, and what the browser uses stays with the browser', async (t) => {
  t.equal(press(' ', { onControl: true }), null);
  t.equal(press('ArrowLeft', { altKey: true }), null);
  t.equal(press('p', { ctrlKey: true }), null);
  for (const key of ['Enter', 'Tab', 'Escape', 'a']) t.equal(press(key), null, key);
});
