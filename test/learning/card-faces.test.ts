import t from 'tap';
import { longestWord, sideLook } from '../../web/learning/card-faces.ts';

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
