import { readFileSync } from 'node:fs';
import t from 'tap';
import { FOUND_MAX, searchDrawings } from '../../../web/card/picture/drawing-choice.modal.tsx';

const words: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../../web/card/picture/drawing-words.json', import.meta.url), 'utf8'),
);
const names = Object.keys(words);
const found = (text: string) => searchDrawings(words, text).map((place) => names[place]!);

t.test('PIC-15 a drawing is found by English and Vietnamese words, the nearest first', async (t) => {
  t.equal(found('dog')[0], 'dog');
  t.equal(found('ô tô').includes('automobile'), true);
  t.equal(found('cơm').includes('cooked-rice'), true);
  t.equal(found('com').includes('cooked-rice'), true, 'without its accents');
  t.equal(
    found('Mèo').some((name) => name.includes('cat')),
    true,
  );
  t.equal(found('umbr').includes('umbrella'), true, 'by how it begins');
  t.equal(found('con mèo').includes('cat'), true, 'by one of its words');
});

t.test('PIC-15 what nothing is called, and what is no word, finds nothing', async (t) => {
  t.same(found('qwertz'), []);
  t.same(found('  '), []);
  t.same(found('.*'), []);
  t.ok(found('a').length <= FOUND_MAX);
});
