import t from 'tap';
import { examToBegin } from '../../../web/exam/attempt/exam-start.tsx';
import { agreeToExam, endAgreements, hasAgreedToExam } from '../../../web/exam/take-exam.tsx';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';
import { fakeNetwork } from '../../lib/live/fake-network.ts';
import { readSource, sourceFiles } from '../../repository/module-graph.ts';

t.beforeEach((t) => {
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  t.intercept(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
});

const exam = (id: number, more: object = {}) => ({
  id,
  title: `Unit ${id}`,
  duration_minutes: 30,
  question_count: 4,
  is_hidden: false,
  completed: false,
  deadline_at: null,
  ...more,
});

const refused = (status: number, code: string) => Response.json({ success: false, code }, { status });

t.test(
  'EXS-29 what an exam is about to be begun is asked of lists: the exam itself is not read',
  async (t) => {
    const lists = {
      false: [
        exam(1),
        exam(2, { deadline_at: '2026-11-27T08:30:00.000Z' }),
        exam(3, { completed: true }),
        exam(4, { is_hidden: true }),
      ],
      true: [exam(1), exam(5), exam(6, { completed: true })],
    };
    const sent = fakeNetwork(t, ({ url }) => {
      const { pathname, searchParams } = new URL(url, 'http://own.invalid');
      if (pathname === '/api/classes') {
        const exams = lists[searchParams.has('archived') ? 'true' : 'false'];
        return Response.json({ success: true, data: [{ id: 1, exams }], total: 1 });
      }
      if (pathname === '/api/exams/7/result') return Response.json({ success: true, data: {} });
      return pathname === '/api/exams/8/result'
        ? refused(404, 'exam_not_found')
        : refused(404, 'no_exam_result');
    });
    t.match(await examToBegin(1), { id: 1, title: 'Unit 1', duration_minutes: 30, question_count: 4 });
    t.equal(await examToBegin(2), null, 'its clock runs');
    t.equal(await examToBegin(3), null, 'it was handed in');
    await t.rejects(examToBegin(4), { code: 'exam_not_accessible' }, 'it is hidden');
    await t.rejects(examToBegin(5), { code: 'class_archived' });
    t.equal(await examToBegin(6), null, 'it was handed in before the class ended');
    t.equal(await examToBegin(7), null, 'it was handed in, and the class left');
    await t.rejects(examToBegin(8), { code: 'exam_not_found' });
    await t.rejects(examToBegin(9), { code: 'exam_not_accessible' }, 'no class of theirs has it');
    t.same(
      sent.filter(({ url }) => /^\/api\/exams\/\d+$/.test(url)),
      [],
    );
  },
);

t.test('EXS-29 who agrees does so alone, and to this exam alone', async (t) => {
  localStorage.setItem('user_id', '7');
  agreeToExam(71);
  t.equal(hasAgreedToExam(71), true);
  t.equal(hasAgreedToExam(72), false);
  localStorage.setItem('user_id', '8');
  t.equal(hasAgreedToExam(71), false);
  localStorage.setItem('user_id', '7');
  endAgreements();
  t.equal(hasAgreedToExam(71), false, 'once the page was left');
});

t.test(
  'EXS-29 STU-15 no link to an exam begins it: consent is given where it was asked for alone',
  async (t) => {
    const client = sourceFiles().filter((file) => file.startsWith('web/'));
    const having = (pattern: RegExp) => client.filter((file) => pattern.test(readSource(file)));
    const links = having(/paths\.exam\(id\)/);
    t.ok(links.length > 3, links.join());
    const giving = having(/(?<!const )\bagreeToExam\(/);
    t.same(giving, ['web/exam/attempt/exam-start.tsx', 'web/exam/take-exam.tsx']);
    t.match(readSource('web/exam/take-exam.tsx'), /await confirm\([\s\S]+agreeToExam\(id\);\n/);
    t.same(
      having(/createExamSessionApi\((?!examId: number)/),
      ['web/exam/attempt/state/use-exam-session.ts'],
      'and what opens an exam is made in one place',
    );
    t.same(having(/useExamSession\((?!examId: number)/), [
      'web/exam/attempt/exam-sender.tsx',
      'web/exam/attempt/exam-session.page.tsx',
    ]);
  },
);
