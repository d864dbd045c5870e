import t from 'tap';
import { nextPath } from '../../../web/lib/pages/next-path.ts';
import { paths } from '../../../web/lib/pages/paths.ts';

/** What is wanted, as the guards write it into the address of the login. */
const after = (wanted: string) => nextPath(new URL(paths.login(wanted), 'http://a.test').search);

t.test('the page that was wanted is the one after the login', async (t) => {
  for (const path of [
    '/learn/7',
    '/exam/3',
    '/teacher/classes?classId=2&view=results',
    '/assmin?view=log',
    '/student#top',
    '/Hà-Nội?q=%2F%2Fa.test',
  ])
    t.equal(decodeURI(after(path) ?? ''), decodeURI(path));
  t.equal(nextPath(''), null);
  t.equal(nextPath('?next='), null);
});

t.test('no link to this site leads to another one', async (t) => {
  for (const path of [
    'https://evil.test/',
    'HTTPS:evil.test',
    '//evil.test/learn/7',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/a\\..\\..\\evil.test',
    '/..//evil.test',
    '/.//evil.test',
    '/learn/..//evil.test',
    ' //evil.test',
    'javascript:alert(1)',
    'data:text/html,hello',
    'learn/7',
    '@evil.test',
    '.evil.test',
    '/\u0000/evil.test',
  ])
    t.equal(after(path), null, JSON.stringify(path));
});

t.test('nor round in a circle', async (t) => {
  for (const path of ['/login', '/login?next=/student', '/register', '/assmin/login', '/student/../login'])
    t.equal(after(path), null, path);
});
