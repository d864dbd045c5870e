import t from 'tap';
import type { Role } from '../../../core/contract/roles.ts';
import { ADMIN_VIEWS, parseAdminView } from '../../../web/lib/pages/admin-view.ts';
import { isFocusPath } from '../../../web/lib/pages/focus-paths.ts';
import { nextPath } from '../../../web/lib/pages/next-path.ts';
import { paths } from '../../../web/lib/pages/paths.ts';
import { isPublicPath, SECTIONS, sectionOf } from '../../../web/lib/pages/section-paths.ts';
import { LAST_PAGE, pageText, parsePage } from '../../../web/lib/pages/use-query.ts';

const of = (role: Role, address: string) => {
  const { pathname, search } = new URL(address, 'http://a.test');
  return sectionOf(role, { pathname, search });
};

t.test('each section is the one of its own address', async (t) => {
  for (const role of ['student', 'teacher', 'admin'] as const)
    for (const { name, to } of SECTIONS[role]) t.equal(of(role, to), name, to);
});

t.test('a page inside a section belongs to it', async (t) => {
  for (const [address, name] of [
    [paths.teacherDeck(3), 'decks'],
    [paths.teacherCreate(), 'decks'],
    [paths.classResults(3), 'classes'],
    [paths.classExams(3), 'classes'],
    [paths.examCreate(2), 'exams'],
    [paths.examEdit(7, 2), 'exams'],
    [paths.account(), null],
    [paths.home(), null],
    ['/teacher/nothing', null],
    ['/exam-editor', null],
  ] as const)
    t.equal(of('teacher', address), name, address);
  t.equal(of('admin', paths.admin()), SECTIONS.admin[0]?.name);
  t.equal(of('admin', paths.adminCards(3)), 'admin-cards');
  t.equal(of('admin', paths.account()), null);
  t.equal(of('student', paths.account()), null);
  t.equal(of('student', paths.pairs(3)), 'decks');
  t.equal(of('student', paths.join('KMTRWB')), 'classes');
});

t.test('pages for everybody have no sections beside them', async (t) => {
  for (const path of [paths.home(), paths.about(), paths.login()]) t.equal(isPublicPath(path), true);
  for (const path of [paths.student(), paths.account(), '/nothing']) t.equal(isPublicPath(path), false);
});

t.test('learning and exams have the page alone, and nothing else has', async (t) => {
  for (const path of [
    paths.learn(7),
    '/learn',
    '/learn/',
    '/learn/today',
    paths.exam(3),
    '/exam',
    paths.trial(7),
    paths.cram(7),
    paths.pairs(7),
  ])
    t.equal(isFocusPath(path), true, path);
  for (const path of [
    paths.home(),
    paths.student(),
    paths.examCreate(),
    paths.examEdit(3),
    paths.teacherExams(),
    '/learning',
    '/nothing',
  ])
    t.equal(isFocusPath(path), false, path);
});

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

t.test('the address says which part of the administrator’s area is open', async (t) => {
  for (const view of ADMIN_VIEWS) t.equal(parseAdminView(view), view);
  for (const asked of [null, '', 'cards ', 'Official', 'elsewhere'])
    t.equal(parseAdminView(asked), 'home', `${asked}`);
});

t.test('the page of a list is in its address, whatever else stands there', async (t) => {
  for (const page of [1, 2, 40, LAST_PAGE]) t.equal(parsePage(pageText(page)), page);
  t.equal(pageText(1), '', 'the first one needs no mention');
  for (const text of ['', '0', '-1', '1.5', 'two', '1e3', '9999999', ' 2']) t.equal(parsePage(text), 1, text);
});
