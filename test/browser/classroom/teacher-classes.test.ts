import type { Page } from 'playwright-core';
import { dayNumber, studyDay } from '../../../core/learning/study-day.ts';
import { spacedCode } from '../../../core/text/code-text.ts';
import { until } from '../../harness/until.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { failsOnce } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { newClass, newDeck, studentOf, withClass } from '../people/class-in-browser.ts';
import {
  allSaved,
  flashcard,
  goOnButton,
  openDeck,
  rating,
  revealButton,
  study,
} from '../people/learning-in-browser.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';
import { daysAgo, progressScene } from '../people/progress-in-browser.ts';
import { examsOf } from '../people/results-in-browser.ts';

const CLASSES = '/teacher/classes';

const test = screen({ as: 'teacher' });
const ofClass = screen({ as: 'teacher' }, withClass);
const ofProgress = screen({}, progressScene);

const choice = (page: Page) => page.getByRole('main').getByRole('combobox', { name: 'Class' });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const form = (page: Page) => page.getByRole('form', { name: 'New class' });
const decks = (page: Page) => page.getByRole('list', { name: 'Decks of the class' }).getByRole('listitem');

/** Of a select: the labels of its groups with their options. */
const groupsOf = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .locator('optgroup')
    .evaluateAll((all) =>
      all.map((group) => [
        group.getAttribute('label'),
        ...[...group.querySelectorAll('option')].map((option) => option.textContent),
      ]),
    );

test('CLS-02 CLS-03 CLS-04 ERR-20 ERR-37 a class is made with its name and first deck', async (app) => {
  const { t, page, teacher } = app;
  await newDeck(teacher, 'Unit 1');
  await page.goto(CLASSES);
  const create = form(page).getByRole('button', { name: 'Create class' });
  await create.click();
  await page.getByText('Please give the class a name').waitFor();
  await page.getByText('Please choose a deck').waitFor();

  const name = page.getByLabel('Class name');
  await name.fill('ế'.normalize('NFD').repeat(101));
  await page.getByText('At most 100 letters').waitFor();
  await name.fill(' ');
  await page.getByText('Please give the class a name').waitFor();
  await name.fill('ế'.normalize('NFD').repeat(100));
  await page.getByText('Please give the class a name').waitFor({ state: 'detached' });
  t.equal(await page.getByText('At most 100 letters').count(), 0, 'letters count, not bytes');
  t.same(await teacher.call('GET /api/classes'), [], 'nothing was sent');

  await t.test('DCK-20 CX-11 the deck is chosen from official and personal ones', async (t) => {
    const [official, personal] = await groupsOf(page, 'Deck');
    t.equal(official?.[0], 'Official decks');
    t.ok(official?.includes('Everyday nouns'));
    t.same(personal, ['Personal decks', 'Unit 1']);
  });

  await name.fill('10A1');
  await page.getByLabel('Deck', { exact: true }).selectOption({ label: 'Unit 1' });
  await failsOnce(page, 'POST', '/api/classes', 'The class could not be created', () => create.click());
  t.equal(await name.inputValue(), '10A1', 'what was typed is kept');
  await create.click();
  await page.getByRole('heading', { name: '10A1' }).waitFor();
  const [made] = await teacher.call('GET /api/classes');
  const code = spacedCode(made!.code!);
  const told = `The class has been created: code ${code}, number ${made?.id}.`;
  await notice(page, 'status', told).waitFor();
  t.match(page.url(), new RegExp(`classId=${made?.id}$`), 'and is chosen');
  await page.getByRole('group', { name: 'Class code' }).getByText(code, { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Decks' }).click();
  await decks(page).first().waitFor();
  t.match(await decks(page).allInnerTexts(), [/Unit 1/]);
});

ofClass(
  'CLS-05 TCH-04 (document 1 §2) CLS-11 ERR-32 the list has the own classes only, and keeps the choice',
  async (app) => {
    const { t, page, classroom } = app;
    const other = await makeAccount(app, 'teacher', 'Thầy Nam');
    await newClass(other, 'Not hers', (await newDeck(other, 'His')).id);
    await page.goto(`${CLASSES}?tab=students`);
    await notice(page, 'alert', 'Please select a class first').waitFor();
    await page.getByRole('article', { name: '10A1' }).getByRole('link', { name: '10A1' }).click();
    await title(page, '10A1').waitFor();
    await page.getByRole('button', { name: 'More about the class' }).click();
    await page.getByRole('menuitem', { name: 'New class' }).click();
    await page.getByLabel('Class name').fill('10A2');
    await page.getByLabel('Deck', { exact: true }).selectOption({ label: 'Unit 1' });
    await form(page).getByRole('button', { name: 'Create class' }).click();
    await title(page, '10A2').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goto(`${CLASSES}?classId=`);
    const cards = page.getByRole('region', { name: 'Your classes' }).getByRole('article');
    await cards.first().waitFor();
    t.same(await cards.getByRole('heading').allInnerTexts(), ['10A1', '10A2']);
    const offered = () => choice(page).locator('option').allInnerTexts();
    t.same(await offered(), ['All classes', '10A1', '10A2']);
    await choice(page).selectOption('10A2');
    await title(page, '10A2').waitFor();
    t.same(await offered(), ['All classes', '10A1', '10A2']);
    await choice(page).selectOption('All classes');
    await cards.getByRole('link', { name: '10A2' }).click();
    await title(page, '10A2').waitFor();
    await choice(page).selectOption('10A1');
    await page.waitForURL(`**${CLASSES}?classId=${classroom.id}`);
    await page.getByRole('heading', { name: '10A1' }).waitFor();

    await page.reload();
    await page.getByRole('heading', { name: '10A1' }).waitFor();
    await page.goto(CLASSES);
    await page.getByRole('heading', { name: '10A1' }).waitFor();
    await page.goto(`${CLASSES}?classId=${classroom.id + 1}`);
    await cards.first().waitFor();
    t.equal(await title(page, 'Not hers').count(), 0, "another teacher's class is none");
  },
);

ofClass('CLS-01 SL-19 CLS-19 a class has several decks, which come and go', async (app) => {
  const { t, page, teacher, classroom } = app;
  await newDeck(teacher, 'Unit 2');
  await page.goto(`${CLASSES}?classId=${classroom.id}&tab=decks`);
  await page.getByText('No students yet').waitFor();
  await page.getByLabel('Add a deck', { exact: true }).waitFor();
  t.same((await groupsOf(page, 'Add a deck'))[1], ['Personal decks', 'Unit 2'], 'of those it does not have');
  await page.getByRole('button', { name: 'Add deck' }).click();
  await page.getByText('Please choose a deck').waitFor();
  await page.getByLabel('Add a deck', { exact: true }).selectOption({ label: 'Unit 2' });
  await page.getByRole('button', { name: 'Add deck' }).click();
  await notice(page, 'status', 'The deck has been added to the class.').waitFor();
  await decks(page).filter({ hasText: 'Unit 2' }).waitFor();
  t.match(await decks(page).allInnerTexts(), [/Unit 2/, /Unit 1/], 'CLS-22 the newest first');
  const [field, list] = [page.getByLabel('Add a deck', { exact: true }), decks(page).first()];
  t.ok((await field.boundingBox())!.y < (await list.boundingBox())!.y, 'CLS-22 the form above them');

  await page.getByRole('button', { name: 'Remove: Unit 1' }).click();
  const question = page.getByRole('dialog', { name: 'Remove “Unit 1” from the class?' });
  await question.getByText('it comes back when the deck is added again').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  t.equal(await decks(page).count(), 2);
  await page.getByRole('button', { name: 'Remove: Unit 1' }).click();
  await question.getByRole('button', { name: 'Remove the deck' }).click();
  await decks(page).filter({ hasText: 'Unit 1' }).waitFor({ state: 'detached' });
  const { decks: left } = await teacher.call('GET /api/classes/:classId', {
    params: { classId: classroom.id },
    query: { include: 'decks' },
  });
  t.match(left, [{ title: 'Unit 2' }]);
});

ofClass(
  'CLS-06 CLS-07 CLS-08 CLS-09 TCH-03 (document 1 §2) SL-115 ERR-21 ERR-37 a class has its buttons in one row, is renamed, and deleted after a question',
  async (app) => {
    const { t, page, teacher, classroom } = app;
    const at = `${CLASSES}?classId=${classroom.id}`;
    await page.goto(at);
    const ways = page.getByRole('group', { name: 'What to do with the class' });
    await ways.waitFor();
    t.same(
      await ways
        .getByRole('link')
        .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')])),
      [
        ['Join requests', `${at}&tab=requests`],
        ['Progress', `${at}&tab=students`],
        ['Create exam', `/exam-create?classId=${classroom.id}`],
      ],
    );
    await page.getByRole('button', { name: 'More about the class' }).click();
    t.equal(await page.getByRole('menuitem', { name: 'Delete class' }).count(), 0, 'said once');
    await page.getByRole('menuitem', { name: 'Rename class' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename class' });
    const name = dialog.getByLabel('Class name');
    await name.fill(' ');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByText('Please give the class a name').waitFor();
    await name.fill('11A1');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await title(page, '11A1').waitFor();
    await notice(page, 'status', 'The class has been renamed.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    t.equal((await teacher.call('GET /api/classes'))[0]?.name, '11A1');

    const remove = async (answer: string) => {
      await ways.getByRole('button', { name: 'Delete class' }).click();
      await page.getByRole('dialog').getByRole('button', { name: answer }).click();
    };
    await remove('Cancel');
    await failsOnce(page, 'DELETE', `/api/classes/${classroom.id}`, 'The class could not be deleted', () =>
      remove('Delete class'),
    );
    t.equal((await teacher.call('GET /api/classes')).length, 1);
    await remove('Delete class');
    await notice(page, 'status', 'The class has been deleted.').waitFor();
    await page.getByText('You have no class yet.').waitFor();
    t.same(await teacher.call('GET /api/classes'), []);
  },
);

/** Cards so many study days ago of the teacher, who lives in Vietnam; the helper counts dates of UTC. */
const work = (days: number, cards: number) => ({
  daysAgo: days + dayNumber(daysAgo(0)) - dayNumber(studyDay(Date.now(), 'Asia/Ho_Chi_Minh')),
  cards,
});

const card = (page: Page, name: string) => page.getByRole('article', { name });

test('TCH-02 (document 1 §2) a newcomer sees the ways to classes, exams and decks, and is led to the first class, its code and an official deck, which opens', async (app) => {
  const { t, page } = app;
  await page.goto('/teacher');
  const steps = page.getByRole('region', { name: 'Your first class in three steps' });
  const ways = page.getByRole('main').getByRole('link', { name: /^(Classes|Exams|Decks)$/ });
  await steps.getByRole('listitem').nth(2).waitFor();
  t.equal(await steps.getByRole('listitem').count(), 3);
  t.same(await ways.evaluateAll((all) => all.map((one) => one.getAttribute('href'))), [
    CLASSES,
    '/teacher/exams',
    '/teacher/decks',
  ]);
  t.equal(await steps.getByRole('link', { name: 'Create a deck' }).getAttribute('href'), '/teacher/create');
  await steps.getByRole('button', { name: 'New class' }).click();
  const form = page.getByRole('form', { name: 'New class' });
  await form.getByLabel('Class name').fill('10A1');
  await form.getByLabel('Deck', { exact: true }).selectOption({ label: 'Everyday nouns' });
  await form.getByRole('button', { name: 'Create class' }).click();
  await page.getByRole('heading', { level: 1, name: '10A1' }).waitFor();
  const code = page.getByRole('group', { name: 'Class code' });
  await code.getByText(/^[A-Z]{3} [A-Z]{4}$/).waitFor();
  await page.getByText('There are no students yet.').waitFor();
  await page.getByRole('tabpanel').getByRole('link', { name: 'Add students' }).waitFor();
  await page.goto('/teacher');
  await card(page, '10A1')
    .getByText(/They join with the code [A-Z]{3} [A-Z]{4}\./)
    .waitFor();
  t.equal(await steps.count(), 0);

  const [made] = await app.teacher.call('GET /api/classes');
  for (const path of ['/teacher', `/teacher/classes?classId=${made!.id}&tab=decks`]) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Preview: Everyday nouns' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Preview: Everyday nouns' });
    await dialog.getByRole('button', { name: 'Flip' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

ofProgress('TCH-02 the home shows of each class who studies, who waits and who is silent', async (app) => {
  const { page, teacher, classId, deckId, student, sql } = app;
  const an = await student('Lê An', [work(1, 2), work(0, 3)]);
  await student('Vũ Bình', [work(9, 2)]);
  await student('Chi');
  const exams = examsOf(app);
  const exam = await exams.exam('AB', { title: 'Unit 1' });
  await exams.handedIn(exam, an, 'AB');
  await studentOf(app, classId, 'Nga');
  const { id: newId } = await newClass(teacher, '10A2', deckId);
  await studentOf(app, newId, 'Hà', teacher);
  await until(async () => {
    const rows = await sql`select from class_days d, exam_results r where d.class_id = ${classId}
      and r.exam_id = ${exam.id}`;
    return rows.length === 3;
  }, 'days and results are projected');
  await enter(page, teacher, '/teacher');
  const own = card(page, '10A1');
  await own.getByText('1 of 3 studied today').waitFor();
  await own
    .getByRole('img', { name: 'Students who studied in the last 14 days: on 3 days, today 1 of 3' })
    .waitFor();
  await own.getByRole('list', { name: 'Open exams' }).getByText('1 of 3 handed in').waitFor();
  await own.getByText('1 silent for a week: Vũ Bình').waitFor();
  await card(page, '10A2').waitFor();
  for (const [name, tab] of [
    ['1 waiting', 'Requests'],
    ['Unit 1', 'Exam results'],
    ['1 silent for a week', 'Progress'],
  ] as const) {
    await own.getByRole('link', { name }).click();
    await page.getByRole('tab', { name: new RegExp(`^${tab}`), selected: true }).waitFor();
    await page.goBack();
  }
  await own.getByRole('link', { name: '10A1' }).click();
  const overview = page.getByRole('tabpanel', { name: 'Overview' });
  await overview.getByText('1 / 3').waitFor();
  await overview.getByRole('region', { name: 'Fallen silent' }).getByText('Vũ Bình').waitFor();
  await overview.getByRole('region', { name: 'Open exams' }).getByText('1 of 3 handed in').waitFor();
  await page.reload();
  await overview.getByText('1 / 3').waitFor();

  // TCH-11: a class in which nobody has begun.
  await page.goto(`/teacher/classes?classId=${newId}`);
  await overview.getByRole('region', { name: 'Fallen silent' }).getByText('Nobody has begun yet.').waitFor();
  const noExams = overview.getByRole('region', { name: 'Open exams' });
  await noExams.getByText('The class has no exam yet.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Create exam' }).waitFor();
  app.t.equal(await overview.getByRole('heading', { name: /^Students a day/ }).count(), 0);
  await page.getByRole('tab', { name: 'Progress' }).click();
  await page.getByRole('link', { name: 'Add students' }).waitFor();
});

const box = (page: Page) => page.getByRole('textbox', { name: 'Type the answer' });
const said = 'Your class “10A1” studies this deck by typing.';

/** How this student was asked, in the order of the answers. */
const modesOf = async ({ sql }: BrowserTest, { id }: Person) => {
  const rows = await sql<{ mode: string }>`select data ->> 'mode' as mode from events
    where student_id = ${id} order by position`;
  return rows.map(({ mode }) => mode);
};

test('CLS-23 PRA-13 PRA-14 PRA-17 SL-252 SL-253 a class types, first because it must and then as each likes', async (app) => {
  const { t, page, sql, newContext, teacher } = app;
  const deckId = await teacher.deck('Animals', [
    { front: 'cat', back: 'mèo' },
    { front: 'dog', back: 'chó' },
    { front: 'cow', back: 'bò' },
  ]);
  const { id: classId } = await newClass(teacher, '10A1', (await newDeck(teacher, 'Without cards')).id);
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByRole('button', { name: 'Give to a class' }).click();
  const classes = page.getByRole('dialog', { name: 'Give to a class' });
  await classes.getByRole('button', { name: '10A1' }).click();
  await classes.getByText('Has it').waitFor();
  await page.goto(`/teacher/classes?classId=${classId}&tab=decks`);
  const select = page.getByLabel('How the class practises it: Animals', { exact: true });
  const set = async (label: string) => {
    await select.selectOption({ label });
    await notice(page, 'status', 'The way to practise “Animals” has been set.').waitFor();
  };
  await set('Required: Type the answer');

  const student = await studentOf(app, classId, 'Lan', teacher);
  const phone = await (await newContext()).newPage();
  await enter(phone, student, '/student');
  await openDeck(phone, deckId);
  await phone.getByText(said, { exact: true }).waitFor();
  await box(phone).fill('mèo');
  await box(phone).press('Enter');
  await phone.getByText('Correct!').waitFor();
  await goOnButton(phone).click();
  await flashcard(phone, 2, 3).waitFor();
  await allSaved(phone);
  t.same(await modesOf(app, student), ['typing']);

  const settings = phone.getByRole('button', { name: "Edit the deck's settings" });
  const dialog = phone.getByRole('dialog');
  await settings.click();
  await dialog.getByText('Your teacher has set this way.', { exact: true }).waitFor();
  t.equal(await dialog.getByRole('radio').count(), 0, 'no other way is offered');
  await phone.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`/teacher/classes?classId=${classId}&tab=decks`);
  await set('Suggested: Type the answer');
  await phone.goto('/learn/today');
  await phone.getByText(said, { exact: true }).waitFor();
  await box(phone).waitFor();
  await set('Suggested: Turn the card');
  await phone.reload();
  // The session keeps the way that its cards came with.
  await phone.getByText(said, { exact: true }).waitFor();
  await box(phone).waitFor();
  await set('Suggested: Type the answer');
  await settings.click();
  const chosen = phone.getByRole('dialog', { name: 'How “Animals” is studied' });
  t.ok(await chosen.getByRole('radio', { name: 'Type the answer' }).isChecked());
  await chosen.getByRole('radio', { name: 'Turn the card' }).check();
  await chosen.getByRole('button', { name: 'Save' }).click();
  await notice(phone, 'status', 'Settings updated successfully!').waitFor();
  await revealButton(phone).waitFor();
  await phone.getByText(said, { exact: true }).waitFor({ state: 'detached' });
  await revealButton(phone).click();
  await rating(phone, 'Confident').click();
  await allSaved(phone);
  await phone.reload();
  await revealButton(phone).waitFor();
  t.equal(await phone.getByText(said, { exact: true }).count(), 0, 'the own choice stays');
  const kept = await sql`select way from deck_settings where student_id = ${student.id}`;
  t.same(kept, [{ way: 'turning' }]);
});

test('today’s cards of several decks come in one session, each asked in the way of its deck', async (app) => {
  const { t, page, teacher } = app;
  const card = { front: 'cat', back: 'mèo', audio_file: '/storage/cards/cat.mp3' };
  const { id: classId } = await newClass(teacher, '10A1', (await newDeck(teacher, 'Without cards')).id);
  const student = await studentOf(app, classId, 'Lan', teacher);
  for (const [title, way] of [
    ['Heard', 'dictation'],
    ['Turned', 'turning'],
  ] as const) {
    const deck_id = await teacher.deck(title, [card]);
    await teacher.call('POST /api/classes/:classId/decks', { params: { classId }, body: { deck_id } });
    const body = { new_cards_per_day: 1, max_cards_per_day: 10, way };
    await student.call('POST /api/decks/:deckId/settings', { params: { deckId: deck_id }, body });
  }
  await enter(page, student, '/learn/today');
  const heading = async () => (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  for (const number of [1, 2]) {
    await flashcard(page, number, 2).waitFor();
    if ((await heading()) === 'Heard') {
      await page.getByText('Listen, and type what you hear.', { exact: true }).waitFor();
      await box(page).fill('cat');
      await box(page).press('Enter');
      await page.getByText('Correct!').waitFor();
      await page.keyboard.press('Enter');
    } else await study(page, ['Confident']);
  }
  await allSaved(page);
  t.same((await modesOf(app, student)).filter((mode) => mode === 'dictation').length, 1);
  t.equal((await modesOf(app, student)).length, 2);
});
