import './lingui-macros.ts';
import t from 'tap';
import { readSource } from '../repository/module-graph.ts';
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
  const { failureText, noticeText } = await import('../../web/lib/call/notice-text.ts');
  for (const [name, { message = '' }] of Object.entries({ ...noticeText, ...failureText }))
    t.ok(vietnamese.get(message), name);
  t.equal(noticeText.login.message, 'Logged in successfully!', 'ACC-14');
  t.match(noticeText, { register: {}, passwordChanged: {} }, 'ERR-37');
  for (const [file, text, requirement] of [
    ['app/router.tsx', "You don't have permission to access the admin area", 'NAV-20'],
    ['account/entry/login-form.tsx', 'Failed to login: {message}', 'ERR-02'],
    ['account/entry/use-log-out.ts', 'You are logged out. See you soon!', 'ERR-37'],
    ['ui/feedback/refresh-button.tsx', 'Everything is up to date.', 'ERR-37'],
  ] as const) {
    t.match(readSource(`web/${file}`), text, requirement);
    t.ok(vietnamese.get(text), requirement);
  }
});
