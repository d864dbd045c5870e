import type { Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { chooseFile } from '../card/chosen-file.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { newClass, newDeck, studentOf } from '../people/class-in-browser.ts';
import { choose, handIn, kept, saved, submissions, writeQuestion } from '../people/exam-taking-in-browser.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';

const MP3 = 'content/official-decks/audio/advice.mp3';
const QUESTIONS = [
  { text: 'Which word do you hear?', right: 'A' },
  { text: 'What kind of word is it?', right: 'B' },
  { text: 'Who gives it?', right: 'C' },
] as const;
const MINUTES = 5;
/** The time and its grace, as a part of a day. */
const TIME_IS_OVER = (MINUTES + 1) / (24 * 60);

/** The student's exam, from the class on their desk and past the rules. */
async function takeExam(page: Page, student: Person): Promise<void> {
  await enter(page, student, '/student');
  const classroom = page.getByRole('article', { name: '10A1' });
  await classroom.getByRole('button', { name: 'Take exam: Listening 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start now' }).click();
  await page.getByRole('heading', { name: 'Listening 1' }).waitFor();
}

const test = screen({ own: true });

test(
  'EXM-22 EXS-03 EXS-18 ERR-55 XRS-10 XRS-12 an exam from its writing to both right results: one student loses the ' +
    'network and closes the window, one submits twice',
  async (app) => {
    const { t, page: desk, newContext, moveClock } = app;
    const teacher = await makeAccount(app, 'teacher');
    const classroom = await newClass(teacher, '10A1', (await newDeck(teacher, 'Unit 1')).id);
    const an = await studentOf(app, classroom.id, 'An', teacher);
    const binh = await studentOf(app, classroom.id, 'Bình', teacher);

    // The teacher writes it, with an audio, and gives it to the class.
    await enter(desk, teacher, `/exam-create?classId=${classroom.id}`);
    await desk.getByLabel('Title').fill('Listening 1');
    await desk.getByLabel('Duration in minutes').fill(String(MINUTES));
    await desk.getByLabel('Main content').selectOption({ label: 'An audio to listen to' });
    await chooseFile(desk.getByRole('button', { name: 'Audio', exact: true }), MP3);
    await desk.getByLabel('Listen to advice.mp3').waitFor();
    for (const [index, { text, right }] of QUESTIONS.entries()) {
      if (index > 0) await desk.getByRole('button', { name: 'Add question' }).click();
      await writeQuestion(desk, index + 1, text, right);
    }
    await desk.getByRole('button', { name: 'Create exam' }).click();
    await notice(desk, 'status', 'Exam created successfully').waitFor();
    await desk.waitForURL(`**/teacher/classes/exams/${classroom.id}`);
    await desk.getByRole('button', { name: 'Let the class take it' }).click();
    await notice(desk, 'status', 'Exam is now visible to students').waitFor();

    // An answers two questions; then the network is gone, the third is answered all the same, the window is closed.
    const anPhone = await newContext({ viewport: { width: 390, height: 844 } });
    const anPage = await anPhone.newPage();
    await takeExam(anPage, an);
    const audio = anPage.getByLabel('Audio of the exam');
    await audio.waitFor();
    await until(() => audio.evaluate((player: HTMLAudioElement) => player.duration > 0));
    await choose(anPage, 1, 'A');
    await choose(anPage, 2, 'B');
    await saved(anPage);
    await until(async () => (await kept(app, an)).answers[2] === 'B');
    await anPhone.setOffline(true);
    await choose(anPage, 3, 'C');
    await anPage.getByText('Not saved yet: the server cannot be reached.').waitFor();
    await anPhone.close();

    // Bình has it open on two devices, and hands it in from both.
    const [laptop, phone] = [await newContext(), await newContext()];
    const [first, second] = [await laptop.newPage(), await phone.newPage()];
    await takeExam(first, binh);
    await enter(second, binh, new URL(first.url()).pathname);
    await second.getByRole('heading', { name: 'Listening 1' }).waitFor();
    await choose(second, 1, 'D');
    await saved(second);
    for (const [index, { right }] of QUESTIONS.entries()) await choose(first, index + 1, right);
    await handIn(first);
    await notice(first, 'status', 'Exam submitted successfully').waitFor();
    await first.getByText('3/3 right').waitFor();
    await handIn(second);
    await notice(second, 'alert', 'Exam already submitted').waitFor();
    await second.getByText('3/3 right').waitFor();
    await laptop.close();
    await phone.close();

    // Nobody hands in An's exam; when its time is over the server does.
    await moveClock(TIME_IS_OVER);
    await until(async () => {
      const rows = await teacher.call('GET /api/classes/:classId/exam-results', {
        params: { classId: classroom.id },
      });
      return rows.every(({ completed }) => completed);
    });

    await desk.goto(`/teacher/classes?classId=${classroom.id}&tab=exams`);
    const open = async (name: string) => {
      await desk.getByRole('button', { name: new RegExp(name) }).click();
      const dialog = desk.getByRole('dialog', { name: new RegExp(name) });
      await dialog.getByRole('list', { name: 'Questions' }).waitFor();
      const items = dialog.getByRole('list', { name: 'Questions' }).locator('> li');
      const shown = { marks: await items.allInnerTexts(), text: (await dialog.allInnerTexts()).join() };
      await desk.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      return shown;
    };
    const ofAn = await open('An');
    t.match(ofAn.text, /2\/3 right/);
    t.match(ofAn.text, /Handed in by the server/);
    t.match(ofAn.marks[0], /A\. Which word do you hear\? A\s+Chosen\s+Right answer/);
    t.match(ofAn.marks[2], /Not answered/, 'what never reached the server does not count');
    const ofBinh = await open('Bình');
    t.match(ofBinh.text, /3\/3 right/);
    t.notMatch(ofBinh.text, /Handed in by the server/);
    for (const student of [an, binh]) t.equal(await submissions(app, student), 1, 'in the log once');
  },
);
