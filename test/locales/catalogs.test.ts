import './lingui-macros.ts';
import t from 'tap';
import { readPoCatalog } from './po-catalog.ts';

const english = readPoCatalog('en');
const vietnamese = readPoCatalog('vi');

const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])|<\/?\w+\/?>/g))].sort();

t.test('LNG-01 every text has a Vietnamese translation', async (t) => {
  t.ok(english.size > 100, 'the catalog was read');
  t.same([...vietnamese.keys()], [...english.keys()], 'both catalogs hold the same texts');
  t.same(
    [...vietnamese].filter(([, text]) => text === '').map(([id]) => id),
    [],
  );
});

t.test('LNG-01 a translation has the placeholders and the markup of its text', async (t) => {
  for (const [id, text] of vietnamese) t.same(placeholders(text), placeholders(id), id);
});

t.test('LNG-10 the notices of these screens have a text in both languages', async (t) => {
  for (const [text, requirement] of [
    ['Logged in successfully!', 'ACC-14'],
    ["You don't have permission to access the admin area", 'NAV-20'],
    ['Failed to login: {message}', 'ERR-02'],
    ['Your account is ready. Welcome!', 'ERR-37'],
    ['You are logged out. See you soon!', 'ERR-37'],
    ['Your password has been changed.', 'ERR-37'],
    ['Everything is up to date.', 'ERR-37'],
  ] as const) {
    t.ok(english.has(text), `${requirement} ${text}`);
    t.ok(vietnamese.get(text), `${requirement} ${text}, in Vietnamese`);
  }
});
