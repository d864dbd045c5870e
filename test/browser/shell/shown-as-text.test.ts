import type { Page } from 'playwright-core';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';
import { examsOf } from '../people/results-in-browser.ts';

/** Each of them says so by `ran` when a browser takes it for more than text. */
const PAYLOADS = [
  '<script>ran()</script>',
  '<img src=x onerror=ran()>',
  '"><svg onload=ran()>',
  "'><svg/onload=ran()>",
  '<iframe srcdoc="<script>parent.ran()</script>">',
  '<a href="javascript:ran()">a</a>',
  'javascript:ran()',
  '<details open ontoggle=ran()>',
  '<input autofocus onfocus=ran()>',
  '<video><source onerror=ran()>',
  '<math><mtext></mtext><script>ran()</script>',
  '<style>@import "javascript:ran()"</style>',
  '<link rel=stylesheet href="javascript:ran()">',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:ran()">',
  '<form action=javascript:ran()><button>a',
  '</textarea><script>ran()</script>',
  '</title><script>ran()</script>',
  '<b onmouseover=ran()>bold</b>',
  '<i><img src=x onerror=ran()></i>',
  '{{constructor.constructor("ran()")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is hostile as it stands
  '${ran()}',
  '<!--><script>ran()</script>-->',
  '\u2028<script>ran()</script>',
  '&lt;script&gt;ran()&lt;/script&gt;',
];

/** The scripts in the document as the server sends it, which knows nobody. */
const inlineScripts = (page: Page, path: string): Promise<string[]> =>
  page.evaluate(async (address) => {
    const sent = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
    return [...sent.scripts].map(({ textContent }) => textContent ?? '').filter(Boolean);
  }, path);

/** What a page holds that neither our texts nor our own scripts put there. */
const foreignElements = (page: Page, ownScripts: readonly string[]): Promise<string[]> =>
  page.evaluate(
    (own) =>
      [...document.querySelectorAll('*')]
        .filter(
          (element) =>
            [...element.attributes].some(
              ({ name, value }) => /^on/.test(name) || /^\s*javascript:/i.test(value) || value === 'x',
            ) ||
            ['iframe', 'base', 'math', 'object', 'embed'].includes(element.localName) ||
            (element.localName === 'script' && !['', ...own].includes(element.textContent ?? '')),
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    ownScripts,
  );

/** Opens the screen as this person, waits for the text, and tells what has run or become an element. */
async function look(test: BrowserTest, person: Person, screens: [path: string, text: string][]) {
  const context = await test.newContext({ locale: 'en-US' });
  const ran: string[] = [];
  await context.exposeFunction('ran', () => ran.push('a payload'));
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => ran.push('a dialog')));
  await enter(page, person);
  const found: string[] = [];
  for (const [path, text] of screens) {
    await page.goto(path);
    await page.getByText(text).filter({ visible: true }).first().waitFor();
    const ownScripts = await inlineScripts(page, path);
    found.push(...(await foreignElements(page, ownScripts)).map((element) => `${path}: ${element}`));
    found.push(...ran.splice(0).map((what) => `${path}: ${what} ran`));
  }
  return found;
}

const test = screen();

test('texts of people are shown as text on every screen, and run nowhere', async (app) => {
  const { t, page } = app;
  const [first] = PAYLOADS as [string];
  const teacher = await makeAccount(app, 'teacher', `${first} teacher`);
  const cards = PAYLOADS.map((payload) => ({
    front: payload,
    back: payload,
    example_sentence: payload,
    definition: payload,
    part_of_speech: payload.slice(0, 50),
    level: payload.slice(0, 50),
  }));
  const deckId = await teacher.deck(`${first} deck`, cards, { description: `${first} description` });
  const { id: classId } = await newClass(teacher, `${first} class`, deckId);
  const student = await studentOf(app, classId, `${first} student`, teacher);
  const { id: examId } = await examsOf({ test: app, page, teacher, classId }).exam('A', {
    title: `${first} exam`,
    main_content_type: 'text',
    main_text: PAYLOADS.join('\n'),
    questions: PAYLOADS.map((payload) => ({
      question_text: payload,
      option_a: payload,
      option_b: payload,
      option_c: payload,
      option_d: payload,
      correct_option: 'A',
    })),
  });

  const ofTeacher = await look(app, teacher, [
    ['/teacher', `${first} class`],
    ['/teacher/decks', `${first} deck`],
    [`/teacher?deckId=${deckId}`, `${first} deck`],
    [`/teacher/classes?classId=${classId}`, `${first} class`],
    [`/teacher/classes?classId=${classId}&tab=students`, `${first} student`],
    [`/teacher/classes?classId=${classId}&tab=exams`, `${first} student`],
    [`/teacher/classes/exams/${classId}`, `${first} exam`],
    ['/teacher/exams', `${first} exam`],
  ]);
  t.same(ofTeacher, [], 'to the teacher');
  const ofStudent = await look(app, student, [
    ['/student', `${first} class`],
    [`/learn/${deckId}`, 'ran()'],
    [`/exam/${examId}`, 'You are taking it as'],
  ]);
  // Once it has begun, it opens without the question.
  await student.call('GET /api/exams/:examId', { params: { examId } });
  ofStudent.push(...(await look(app, student, [[`/exam/${examId}`, 'Submit exam']])));
  t.same(ofStudent, [], 'to the student');
});
