import t from 'tap';
import { textLanguage } from '../../web/card/text-language.ts';

t.test('SL-126 Vietnamese is known by its letters, and by its syllables where others share them', (t) => {
  for (const text of [
    'nước',
    'Đà Lạt',
    'nhà',
    'con mèo',
    'gia đình',
    'Em không hiểu',
    'xin chào!',
    'ba và má',
  ])
    t.equal(textLanguage(text, []), 'vi', text);
  t.equal(textLanguage('nha\u0300', []), 'vi', 'with its marks apart');
  t.end();
});

t.test('SL-126 what stands on a card with Vietnamese is spoken as English', (t) => {
  for (const text of ['house', 'café', "I don't understand.", 'to be', 'a polite way to ask'])
    t.equal(textLanguage(text, ['house', 'ngôi nhà']), 'en', text);
  t.end();
});

t.test('SL-126 what does not show its language is left to the page', (t) => {
  for (const [text, ...sides] of [
    ['house', 'house', 'a place to live in'],
    ['déjà vu', 'déjà vu', 'seen before'],
    ['水', '水', 'nước'],
    ['2 + 2', '2 + 2', 'bốn'],
    ['', '', 'bốn'],
  ] as const)
    t.equal(textLanguage(text, sides), undefined, text);
  t.end();
});
