import t from 'tap';
import { readTablePreview } from '../../../web/deck-import/upload/card-file-field.tsx';

const read = (content: string | Uint8Array<ArrayBuffer>) => readTablePreview(new Blob([content]));

t.test('ADM-23 the first five rows, with the columns that their names suggest', async (t) => {
  const rows = Array.from({ length: 9 }, (_, index) => `word ${index},"nghĩa, ${index}",A1`);
  t.same(await read(['Word,Nghĩa,Level', ...rows].join('\r\n')), {
    headers: ['Word', 'Nghĩa', 'Level'],
    rows: [0, 1, 2, 3, 4].map((index) => [`word ${index}`, `nghĩa, ${index}`, 'A1']),
    columns: { front: 'Word', back: 'Nghĩa', level: 'Level' },
  });
});

t.test('ADM-23 semicolons, tabs, a byte order mark and Excel’s own first line are understood', async (t) => {
  for (const text of ['\uFEFFfront;back\nmèo;cat', 'front\tback\nmèo\tcat', 'sep=;\nfront;back\nmèo;cat'])
    t.match(await read(text), { headers: ['front', 'back'], rows: [['mèo', 'cat']] }, text);
});

t.test('ADM-23 a row that is cut off where the reading stops is no fault of the file', async (t) => {
  const long = `"${'x'.repeat(100_000)}"`;
  t.same(await read(`front,back\ncat,mèo\ndog,${long}`), {
    headers: ['front', 'back'],
    rows: [['cat', 'mèo']],
    columns: { front: 'front', back: 'back' },
  });
  const letters = `front,back\n${'ế,ữ\n'.repeat(20_000)}`;
  t.match(await read(letters), { rows: [['ế', 'ữ']] }, 'nor is a letter');
});

t.test('ADM-23 what the server would refuse is told at once', async (t) => {
  const table = async (content: string | Uint8Array<ArrayBuffer>) => {
    const preview = (await read(content)) ?? {};
    return 'code' in preview ? preview.code : 'no problem';
  };
  t.equal(await table(new Uint8Array([0x66, 0xff, 0xfe, 0x0a])), 'not_utf8');
  t.match(await read(new Uint8Array([0xc3, 0xa9, 0xff, 0x0a])), { params: { offset: 2 } }, 'with its place');
  t.match(await read('a\tb\nc\0\td\n'), { code: 'nul_in_text', params: { offset: 5 } });
  t.equal(await table('\n\n'), 'no_cards');
  t.equal(await table('front,back\n"cat,mèo\n'), 'no problem', 'what a single row has is told of that row');
});
