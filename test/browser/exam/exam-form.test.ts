import type { Page } from 'playwright-core';
import { EXAM_AUDIO_LIMIT } from '../../../core/exam/exam-limits.ts';
import { becomes } from '../../harness/becomes.ts';
import { column } from '../../harness/columns.ts';
import { until } from '../../harness/until.ts';
import { chooseFile } from '../card/chosen-file.ts';
import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { refuse } from '../harness/refused-calls.ts';
import { hasFocus, screen } from '../harness/screen.ts';
import { writeQuestion } from '../people/exam-taking-in-browser.ts';
import { type ChosenFile, realAudio } from '../people/import-in-browser.ts';
import { enter } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';

const BUSY = 'The server is busy, please try again in a moment';
const sound = () => realAudio('cat.mp3');

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const block = (page: Page, number: number) =>
  page.getByRole('group', { name: `Question ${number}`, exact: true });
const blocks = (page: Page) => page.getByRole('group', { name: /^Question \d+$/ });
const questionText = (page: Page, number: number) => block(page, number).getByLabel('Question text');
const choose = (page: Page, name: string, label: string) =>
  page.getByRole('combobox', { name }).selectOption({ label });

const chooseAudio = (page: Page, file: ChosenFile) =>
  chooseFile(page.getByRole('button', { name: /^(Audio|Other audio)/ }), file);

const mp3 = async () => ({ name: 'cat.mp3', mimeType: 'audio/mpeg', buffer: await sound() });

/**
 * Types into a question; answers how many of the client's functions were called for each key. Unlike time, it is the
 * same on a busy machine.
 */
async function callsPerKey(page: Page, question: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const text = 'thequickbrownfox';
  await questionText(page, question).click();
  await page.keyboard.press('End');
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await page.keyboard.type(text);
  await until(async () => (await questionText(page, question).inputValue()).endsWith(text));
  const { result } = await session.send('Profiler.takePreciseCoverage');
  await session.detach();
  const functions = result
    .filter(({ url }) => url.includes('/assets/'))
    .flatMap((script) => script.functions);
  const calls = functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  return Math.round(calls / text.length);
}

const test = screen({}, examScene);

test('writing exams', async (app) => {
  const { t, newContext, teacher, classId } = app;
  const exams = () => teacher.call('GET /api/exams');
  const examOf = (id: number) => teacher.call('GET /api/exams/:examId', { params: { examId: id } });
  /** A page of its own, as a new visit on the same computer. */
  const open = async (path: string) => {
    const page = await (await newContext()).newPage();
    await enter(page, teacher, path);
    return page;
  };

  await t.test(
    'EXM-03 EXM-04 EXM-05 EXM-06 EXM-07 EXM-08 EXM-10 EXM-22 EXM-25 NAV-13 SL-72 API-37 API-49 with audio',
    async (t) => {
      const page = await open(`/exam-create?classId=${classId}`);
      await field(page, 'Title').fill('Listening 1');
      t.equal(await page.getByRole('combobox', { name: 'Class' }).count(), 0);
      t.equal(await field(page, 'Duration in minutes').inputValue(), '30');
      await field(page, 'Duration in minutes').fill('45');
      const visible = page.getByRole('switch', { name: 'Visible to students' });
      t.notOk(await visible.isChecked(), 'a draft at first');
      await choose(page, 'Main content', 'A text to read');
      await field(page, 'Main text').fill('Long ago');
      await choose(page, 'Main content', 'None, only questions');
      await choose(page, 'Main content', 'A text to read');
      t.equal(await field(page, 'Main text').inputValue(), '');
      await choose(page, 'Main content', 'An audio to listen to');
      await chooseAudio(page, await mp3());
      const player = page.getByLabel('Listen to cat.mp3');
      await until(() => player.evaluate((audio: HTMLAudioElement) => audio.duration > 0));

      await writeQuestion(page, 1, 'Who?', 'B');
      await press(page, 'Add question');
      await until(() => hasFocus(questionText(page, 2)));
      await writeQuestion(page, 2, 'Where?', 'D');
      await press(page, 'Add question');
      await writeQuestion(page, 3, 'When?', 'A');
      await press(page, 'Move question 3 up');
      await press(page, 'Remove question 3');
      await page.getByRole('dialog').getByText('Where?').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await until(async () => (await blocks(page).count()) === 2);

      await press(page, 'Create exam');
      await notice(page, 'status', 'Exam created successfully').waitFor();
      await page.waitForURL(`**/teacher/classes/exams/${classId}`);
      const [summary] = await exams();
      t.match(summary, { title: 'Listening 1', classes: [{ id: classId }] });
      const exam = await examOf(summary?.id ?? 0);
      t.match(exam, {
        duration_minutes: 45,
        is_hidden: true,
        main_content_type: 'audio',
        main_text: null,
        questions: [
          { question_text: 'Who?', option_a: 'Who? A', option_d: 'Who? D', correct_option: 'B' },
          { question_text: 'When?', correct_option: 'A' },
        ],
      });

      const note = page.getByText('The class cannot take “Listening 1” yet');
      await note.waitFor();
      await press(page, 'Let the class take it');
      await notice(page, 'status', 'Exam is now visible to students').waitFor();
      await note.waitFor({ state: 'detached' });
      t.ok(await page.getByRole('switch', { name: 'Visible to students: Listening 1' }).isChecked());
      t.equal((await examOf(exam.id)).is_hidden, false);

      await page.goto(`/exam-edit/${exam.id}`);
      t.ok(await visible.isChecked());
      const kept = page.getByLabel("Listen to the exam's audio");
      t.equal(await kept.getAttribute('src'), `/storage/${exam.main_audio_path}`);
      await kept.evaluate((audio: HTMLAudioElement) => {
        audio.preload = 'metadata';
        audio.load();
      });
      await until(() => kept.evaluate((audio: HTMLAudioElement) => audio.duration > 0));
    },
  );

  await t.test('GLB-18 EXM-11 EXM-16 EXM-19 EXM-20 EXM-21 ERR-59 what is wrong is not sent', async (t) => {
    const page = await open('/exam-create');
    const writes = writesOf(page);
    const before = (await exams()).length;
    await field(page, 'Duration in minutes').fill('4');
    await choose(page, 'Main content', 'An audio to listen to');
    await press(page, 'Create exam');
    await notice(page, 'alert', 'Please fill all required fields').waitFor();
    t.ok(await hasFocus(field(page, 'Title')));
    await page.getByText('A whole number from 5 to 180').waitFor();
    await page.getByText('Please choose an audio file').waitFor();
    await page.getByText('Please mark the right option').waitFor();
    t.equal(await page.getByText('Please fill in this field').count(), 6, 'the title and a question');

    const isAboveBar = () =>
      page.evaluate(() => {
        const [banner, bar] = ['[role=alert]:has(button)', '[data-kept-clear]'].map((one) =>
          document.querySelector(one)?.getBoundingClientRect(),
        );
        return banner !== undefined && bar !== undefined && banner.bottom <= bar.top;
      });
    await until(async () => {
      // Shown again, should it have gone meanwhile.
      await press(page, 'Create exam');
      return isAboveBar();
    }, 'GLB-18 the notice is above the buttons');

    await chooseAudio(page, { name: 'cat.ogg', mimeType: 'audio/ogg', buffer: await sound() });
    await notice(page, 'alert', 'Please select a valid audio file (MP3 or WAV)').waitFor();
    await chooseAudio(page, { ...(await mp3()), buffer: Buffer.alloc(EXAM_AUDIO_LIMIT) });
    await notice(page, 'alert', 'Audio file must be less than 10MB').waitFor();
    t.equal(await page.getByLabel(/^Listen to/).count(), 0);

    await field(page, 'Title').fill('Sums');
    await field(page, 'Duration in minutes').fill('20');
    await writeQuestion(page, 1, '2 + 2?', 'C');
    await chooseAudio(page, { name: 'lie.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('MZ no sound') });
    await notice(page, 'alert', 'The audio could not be played').waitFor();
    await press(page, 'Create exam');
    await notice(page, 'alert', 'Please select a class').waitFor();
    t.ok(await hasFocus(field(page, 'Class')));
    t.same(writes, []);
    await choose(page, 'Class', '10A1');
    await press(page, 'Create exam');
    await notice(page, 'alert', /^Failed to create exam: Please select a valid audio file/).waitFor();
    t.equal(await field(page, 'Title').inputValue(), 'Sums');
    t.same(writes, ['POST /api/exams']);
    t.equal((await exams()).length, before);
  });

  await t.test('SL-50 an exam that no class gets is there all the same, and both are said', async () => {
    const page = await open('/exam-create');
    await field(page, 'Title').fill('Nobody’s');
    await choose(page, 'Class', '10A1');
    await writeQuestion(page, 1, '1 + 1?', 'A');
    await refuse(page, 'POST', /^\/api\/exams\/\d+\/classes$/);
    await press(page, 'Create exam');
    await notice(page, 'alert', `Exam created successfully. Failed to assign class: ${BUSY}`).waitFor();
    await page.waitForURL('**/teacher/exams');
    await page.getByText('Nobody’s').first().waitFor();
  });

  await t.test('SL-46 EXM-24 many questions are pasted, seen first, and counted', async (t) => {
    const page = await open('/exam-create');
    await press(page, 'Paste many questions');
    const dialog = page.getByRole('dialog', { name: 'Paste many questions' });
    const two = '1. Capital?\nA. Huế\n*B. Hà Nội\nC. Vinh\nD. Cần Thơ\n\n2. No key?\nA. 1\nB. 2\nC. 3\nD. 4';
    await dialog.getByLabel('Questions to paste').fill(`${two}\n\n3. Half?\nA. 1`);
    await dialog.getByText('2 questions read, 1 not understood').waitFor();
    await dialog.getByText('Line 13 “Half?”: missing: option B, option C, and option D').waitFor();
    const unmarked = dialog.getByText('Questions: 2', { exact: true });
    await unmarked.waitFor();
    await dialog.getByRole('radiogroup', { name: 'No key?' }).getByRole('radio', { name: 'C. 3' }).check();
    await unmarked.waitFor({ state: 'detached' });
    await dialog.getByLabel('Questions to paste').fill(`${two}\n\n3. Last?\nA. 1\nB. 2\nC. 3\nD. 4`);
    await dialog.getByText('Questions: 3', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Add 3 questions' }).click();
    await notice(page, 'status', '3 questions have been added.').waitFor();
    t.equal(await questionText(page, 1).inputValue(), 'Capital?');
    t.ok(await block(page, 1).getByRole('radio', { name: 'Option B is right' }).isChecked());
    t.ok(await block(page, 2).getByRole('radio', { name: 'Option C is right' }).isChecked());
    t.equal(await block(page, 3).locator('input:checked').count(), 0, 'to be clicked before it is saved');
    t.equal(await blocks(page).count(), 3, 'in the place of the empty one');
    await press(page, 'Remove question 3');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove question 3' }).click();
    await press(page, 'Remove question 2');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove question 2' }).click();
    await blocks(page).nth(1).waitFor({ state: 'detached' });
    const ofOne = await callsPerKey(page, 1);

    await press(page, 'Paste many questions');
    const rows = Array.from({ length: 220 }, (_, index) => `${index} + 0?\t1\t2\t3\t${index}\tD`);
    await dialog.getByLabel('Questions to paste').fill(['Question\tA\tB\tC\tD\tCorrect', ...rows].join('\n'));
    await dialog.getByText('The exam has room for 199 more questions.').waitFor();
    await dialog.getByRole('button', { name: 'Add 199 questions' }).click();
    await page.getByText('The last 150 questions are neither shown nor scored.').waitFor();
    t.ok(await page.getByRole('button', { name: 'Add question', exact: true }).isDisabled());

    const ofMany = await callsPerKey(page, 120);
    t.ok(ofMany < 5 * ofOne, `a key: ${ofOne} calls with one question, ${ofMany} with 200`);
  });

  await t.test('EXM-26 EXM-28 what was not understood stays in the box, to be mended', async (t) => {
    const page = await open('/exam-create');
    await page.setViewportSize({ width: 1366, height: 768 });
    await press(page, 'Paste many questions');
    const dialog = page.getByRole('dialog', { name: 'Paste many questions' });
    const box = dialog.getByLabel('Questions to paste');
    const options = 'A. Huế\nB. Hà Nội\nC. Vinh\nD. Cần Thơ';
    const half = '2. Half?\nA. 1';
    const two = `3. Two?\n*${options}\nĐáp án: B`;
    await box.fill(`1. Capital?\n${options}\nĐáp án: Hà Nội\n\n${half}\n\n${two}`);
    const status = dialog.getByText('1 question read, 2 not understood');
    await status.waitFor();
    await dialog
      .getByText('more than one option is marked as right (“*A. Huế”, “Đáp án: B”)', { exact: false })
      .waitFor();
    t.ok((await status.boundingBox())!.y < (await box.boundingBox())!.y, 'what was understood stands above');
    t.notOk(await dialog.getByText('What is the capital of Vietnam?').isVisible(), 'the example folds');
    await dialog.getByRole('button', { name: 'Add 1 question' }).click();
    await dialog.getByText('What was not added is still in the box: mend it there.').waitFor();
    t.equal(await box.inputValue(), `${half}\n\n${two}`);
    await becomes(t, () => box.evaluate((element) => element === document.activeElement), true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await press(page, 'Paste many questions');
    t.equal(await box.inputValue(), `${half}\n\n${two}`, 'also when it is opened again');
    await page.setViewportSize({ width: 360, height: 740 });
    await box.fill(two.replace('*', ''));
    await dialog.getByRole('button', { name: 'Add 1 question' }).click();
    await dialog.waitFor({ state: 'detached' });
    t.equal(await questionText(page, 2).inputValue(), 'Two?');
    t.ok(await block(page, 2).getByRole('radio', { name: 'Option B is right' }).isChecked());
  });

  await t.test('EXM-09 a half-written exam survives a reload until it is discarded', async (t) => {
    const page = await open('/exam-create');
    await field(page, 'Title').fill('Half');
    await choose(page, 'Class', '10A1');
    await choose(page, 'Main content', 'An audio to listen to');
    await chooseAudio(page, await mp3());
    await writeQuestion(page, 1, '3 + 3?', 'C');
    await page.reload();
    await page.getByText('Your unsaved work is back').waitFor();
    await page.getByText('Only the audio file has to be chosen again.').waitFor();
    t.equal(await field(page, 'Title').inputValue(), 'Half');
    t.equal(await questionText(page, 1).inputValue(), '3 + 3?');
    t.ok(await block(page, 1).getByRole('radio', { name: 'Option C is right' }).isChecked());
    await until(async () => (await field(page, 'Class').inputValue()) === String(classId));

    await press(page, 'Cancel');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await press(page, 'Discard it');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await until(async () => (await field(page, 'Title').inputValue()) === '');
    await page.reload();
    await field(page, 'Title').waitFor();
    t.equal(await page.getByText('Your unsaved work is back').count(), 0);
    await press(page, 'Cancel');
    await page.waitForURL('**/teacher/exams');
  });

  await t.test(
    'EXM-16 EXM-23 NAV-14 NAV-15 CX-03 SL-51 SL-52 API-38 ERR-61 a change shows whose score it moves',
    async (t) => {
      const exam = await app.exam('ABC', { title: 'Week 1' });
      const { id } = exam;
      await app.handedIn(exam, await app.student('Lan'), 'ABD');

      const page = await open(`/exam-edit/${id}?classId=${classId}`);
      await until(async () => (await field(page, 'Title').inputValue()) === 'Week 1');
      const writes = writesOf(page);
      await questionText(page, 1).fill('Better said');
      await press(page, 'Save exam');
      const dialog = page.getByRole('dialog', { name: 'Save the changed questions?' });
      await dialog.getByText("Nobody's score changes.").waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      t.same(writes, [`POST /api/exams/${id}/rescoring`], 'not saved yet');

      await block(page, 3).getByRole('radio', { name: 'Option D is right' }).check();
      await field(page, 'Title').fill('Week one');
      await press(page, 'Save exam');
      await dialog.getByRole('row', { name: 'Lan 6.7 2/3 10.0 3/3' }).waitFor();
      const stop = await refuse(page, 'POST', `/api/exams/${id}`);
      await dialog.getByRole('button', { name: 'Save exam' }).click();
      await notice(page, 'alert', `Failed to update exam: ${BUSY}`).waitFor();
      await stop();
      await press(page, 'Save exam');
      await dialog.getByRole('button', { name: 'Save exam' }).click();
      await notice(page, 'status', 'Exam updated successfully').waitFor();
      await page.waitForURL(`**/teacher/classes/exams/${classId}`);
      const after = await examOf(id);
      const questions = [{ question_text: 'Better said' }, {}, { correct_option: 'D' }];
      t.match(after, { title: 'Week one', questions });
      t.same(column(after.questions, 'id'), column(exam.questions, 'id'));
    },
  );

  await t.test(
    'SL-72 SL-268 who leaves is asked first, and what is discarded does not come back',
    async (t) => {
      const page = await open('/exam-create');
      const title = field(page, 'Title');
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
      await title.fill('Discarded');
      await press(page, 'Cancel');
      await dialog.getByText('What you have changed is discarded.').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      t.equal(await title.inputValue(), 'Discarded', 'nothing is lost by looking at the question');
      await page.getByRole('link', { name: 'Back to the exams' }).click();
      await dialog.getByRole('button', { name: 'Discard and leave' }).click();
      await page.waitForURL('**/teacher/exams');
      await page.getByRole('heading', { name: 'Exams', level: 1 }).waitFor();
      t.notOk((await exams()).some((exam) => exam.title === 'Discarded'));
      await page.goto('/exam-create');
      await title.waitFor();
      t.equal(await title.inputValue(), '', 'no draft is left');
      await press(page, 'Cancel');
      await page.waitForURL('**/teacher/exams');
      t.equal(await dialog.count(), 0, 'nothing was written, and nothing is asked');
      await page.goto(`/exam-create?classId=${classId}`);
      await press(page, 'Cancel');
      await page.waitForURL(`**/teacher/classes/exams/${classId}`);
    },
  );

  await t.test('ERR-60 an exam that cannot be loaded leads back to the classes', async () => {
    const page = await open('/exam-edit/999999');
    await notice(page, 'alert', 'Failed to load exam: Exam not found').waitFor();
    await page.waitForURL('**/teacher/classes');
  });
});
