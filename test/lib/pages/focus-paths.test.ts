import t from 'tap';
import { isFocusPath } from '../../../web/lib/pages/focus-paths.ts';
import { paths } from '../../../web/lib/pages/paths.ts';

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
