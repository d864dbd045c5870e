import t from 'tap';
import { detectFormat, foreignFile } from '../../../core/deck-import/archive/opened-files.ts';
import { guessColumns } from '../../../core/deck-import/formats/column-names.ts';
import { readTableHead } from '../../../core/deck-import/formats/table-head.ts';

t.test('columns are known by their names in both languages, without case, accents and signs', async (t) => {
  t.same(guessColumns(['FRONT', 'back', 'Example_Sentence', 'Part of speech', 'audio', 'ID', 'notes']), {
    id: 'ID',
    front: 'FRONT',
    back: 'back',
    example_sentence: 'Example_Sentence',
    part_of_speech: 'Part of speech',
    audio: 'audio',
  });
  t.same(
    guessColumns(['Từ', 'Nghĩa (tiếng Việt)', 'Ví dụ:', 'Định nghĩa', 'Từ loại', 'Trình độ', 'Âm thanh']),
    {
      front: 'Từ',
      back: 'Nghĩa (tiếng Việt)',
      example_sentence: 'Ví dụ:',
      definition: 'Định nghĩa',
      part_of_speech: 'Từ loại',
      level: 'Trình độ',
      audio: 'Âm thanh',
    },
  );
  // Without accents, and with those that stand apart from their letters.
  t.same(guessColumns(['tu vung', 'Mặt sau'.normalize('NFD')]), {
    front: 'tu vung',
    back: 'Mặt sau'.normalize('NFD'),
  });
});

t.test('SL-276 a picture without a side is of the back', async (t) => {
  for (const name of ['Picture', 'image', 'Photo', 'Hình', 'Ảnh'])
    t.same(guessColumns(['front', 'back', name]), { front: 'front', back: 'back', back_picture: name });
  const both = guessColumns(['front', 'back', 'Front picture', 'picture']);
  t.match(both, { front_picture: 'Front picture', back_picture: 'picture' });
});

t.test('the surest name wins, and of equal ones the first column', async (t) => {
  t.same(guessColumns(['Word', 'Front', 'Back', 'back ']), { front: 'Front', back: 'Back' });
});

t.test('terms and definitions alone are fronts and backs', async (t) => {
  t.same(guessColumns(['Term', 'Definition']), { front: 'Term', back: 'Definition' });
  t.same(guessColumns(['Term', 'Meaning', 'Definition']), {
    front: 'Term',
    back: 'Meaning',
    definition: 'Definition',
  });
});

t.test('a language is the side that is left', async (t) => {
  t.same(guessColumns(['Tiếng Việt', 'Tiếng Anh']), { front: 'Tiếng Anh', back: 'Tiếng Việt' });
  t.same(guessColumns(['Word', 'Vietnamese']), { front: 'Word', back: 'Vietnamese' });
  t.same(guessColumns(['English', 'Nghĩa']), { front: 'English', back: 'Nghĩa' });
  t.same(guessColumns(['Korean', 'English']), {});
});

t.test('what has no known name stays unknown, however long it is', async (t) => {
  t.same(guessColumns(['', 'cat', 'constructor', '('.repeat(500_000)]), {});
});

t.test('IMF-23 the separator is what all lines agree on, and names of columns say it', async (t) => {
  for (const [text, separator] of [
    ['front,back', ','],
    ['Từ;Nghĩa;Ví dụ, câu mẫu', ';'],
    ['Từ;Nghĩa, ý nghĩa;Ví dụ, câu mẫu\ncat;mèo', ';'],
    ['front\tback, or meaning', '\t'],
    ['"a;b;c",d', ','],
    ['x;y;z', ';'],
    ['\uFEFFsep=;\na;b', ';'],
    ['Front, Back\ncat\tmèo\ndog\tchó', '\t'],
  ] as const)
    t.equal(readTableHead(text).cut.separator, separator, text);
});

t.test('IMF-06 IMF-07 text exports and foreign files are recognised', async (t) => {
  const delimiterOfText = (text: string) => readTableHead(text).cut.separator;
  t.equal(delimiterOfText('cat - mèo, con mèo\ndog - chó'), ' - ');
  t.equal(delimiterOfText('cat - a pet, mèo\ndog, chó\n'), ',');
  t.equal(delimiterOfText('cat - x\tmèo'), '\t');
  t.equal(delimiterOfText('#separator:Semicolon\na,b;c'), ';');
  t.equal(delimiterOfText('#separator:tab\na\tb, c'), '\t');
  const isOf = (start: string) => foreignFile(Buffer.from(start, 'latin1'));
  t.equal(isOf('%PDF-1.7'), 'file_is_pdf');
  t.equal(isOf('\xd0\xcf\x11\xe0'), 'file_is_office');
  t.equal(isOf('\x89PNG\r\n'), 'file_is_picture');
  t.equal(isOf('front,back'), undefined);
});

t.test('the format is told by the content, and by the name where that leaves it open', async (t) => {
  for (const [content, name, format] of [
    ['PK\x03\x04rest', 'deck.csv', 'zip'],
    ['\uFEFF \n [1', 'deck.csv', 'json'],
    ['{"cards"', 'deck', 'json'],
    ['', 'deck.JSON', 'json'],
    ['front,back', 'deck.csv', 'table'],
    ['front;back', 'deck.txt', 'table'],
    ['front\tback', 'deck.csv', 'table'],
    ['front', 'deck.tsv', 'table'],
    ['front,back', 'deck', 'table'],
    ['', 'deck.csv', 'table'],
    [Buffer.from('\uFEFFfront\tback', 'utf16le'), 'deck.txt', 'table'],
    ['some prose', 'deck.md', undefined],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'deck.csv', undefined],
    ['', 'deck', undefined],
    ['[{"front": "a\0b", "back": "more"}]', 'deck.json', 'json'],
    ['front,back\ncat\0,mèo\ndog,chó\n', 'deck.csv', 'table'],
    ['front,back\ncat\0\x01,mèo\ndog,chó\n', 'deck.csv', undefined],
  ] as const)
    t.equal(detectFormat(Buffer.from(content as string), name), format, `${name}: ${content}`);
});
