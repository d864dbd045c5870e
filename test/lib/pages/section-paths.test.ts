import t from 'tap';
import type { Role } from '../../../core/contract/roles.ts';
import { paths } from '../../../web/lib/pages/paths.ts';
import { isPublicPath, SECTIONS, sectionOf } from '../../../web/lib/pages/section-paths.ts';

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
