import t from 'tap';
import { spokenLanguage, textLanguage } from '../../core/card/text-language.ts';

t.test('SL-126 Vietnamese is known by its letters, or its syllables where others share them', async (t) => {
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
});

t.test('SL-126 what stands on a card with Vietnamese is spoken as English', async (t) => {
  for (const text of ['house', 'café', "I don't understand.", 'to be', 'a polite way to ask'])
    t.equal(textLanguage(text, ['house', 'ngôi nhà']), 'en', text);
});

t.test('SL-126 what does not show its language is left to the page', async (t) => {
  for (const [text, ...sides] of [
    ['house', 'house', 'a place to live in'],
    ['déjà vu', 'déjà vu', 'seen before'],
    ['Ωμέγα', 'Ωμέγα', 'chữ cái'],
    ['2 + 2', '2 + 2', 'bốn'],
    ['', '', 'bốn'],
  ] as const)
    t.equal(textLanguage(text, sides), undefined, text);
});

t.test('VOI-01 a script says its language; what two share goes by the other side', async (t) => {
  for (const [language, text, ...sides] of [
    ['ja', 'ねこ', 'con mèo'],
    ['ja', '猫', 'ねこ'],
    ['zh', '猫', 'con mèo'],
    ['ko', '고양이', 'con mèo'],
    ['th', 'แมว', 'con mèo'],
    ['ru', 'кошка', 'con mèo'],
  ] as const)
    t.equal(textLanguage(text, [text, ...sides]), language, text);
});

t.test('VOI-02 what a deck says comes first, but Vietnamese is read by no other voice', async (t) => {
  t.equal(spokenLanguage('chat', ['chat', 'con mèo'], 'fr'), 'fr');
  t.equal(spokenLanguage('chat', ['chat', 'con mèo'], null), 'en', 'a guess');
  t.equal(spokenLanguage('chat', ['chat', 'cat'], undefined), undefined, 'not even a guess');
  t.equal(spokenLanguage('nước', ['water', 'nước'], 'en'), 'vi');
  t.equal(spokenLanguage('nu\u031bo\u031b\u0301c', ['water', ''], 'en'), 'vi', 'with its marks apart');
  t.equal(spokenLanguage('café', ['café', ''], 'fr'), 'fr');
  t.equal(spokenLanguage('nước', ['water', 'nước'], 'none'), undefined);
  t.equal(spokenLanguage(' – ', ['–', 'nước'], 'en'), undefined, 'nothing to read');
});
