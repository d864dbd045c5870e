import type { Locator, Page } from 'playwright-core';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { studentOf, withClass } from '../people/class-in-browser.ts';
import { plainCards } from '../people/learning-in-browser.ts';
import { makeAccount } from '../people/person.ts';

type Place = Page | Locator;
type Shown = (place: Place) => Locator;

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const text = (said: string) => (place: Place) => place.getByText(said, { exact: true });
const chooseClass: Shown = (place) => place.getByRole('combobox', { name: 'Class' });
const classHasNone: Shown = (place) => place.getByText('The class has no exam yet.');
const theDeck: Shown = (place) => place.getByRole('article', { name: 'Unit 1', exact: true });
const noExam: Shown = (place) => place.getByText('You have no exam yet.');
const theClass: Shown = (place) => place.getByRole('article', { name: '10A1' });
// The first while the news of the class is still on its way.
const nothingToStudy: Shown = (place) => place.getByText(/^(Choose your first deck|Done for today)$/);
const chooser: Shown = (place) => place.getByLabel('Choose a deck');
const link: Shown = (place) => place.getByRole('link').first();
const ownDeck: Shown = (place) => place.getByRole('combobox').filter({ hasText: 'My own deck' });

/** Where it is shown, what is read, what is said of it if anything, and what comes in the end. */
const OF_TEACHERS: [title: string, at: string, path: string, says: string, shown: Shown][] = [
  ['ERR-18 the home', '/teacher', '/api/teacher/home', '', theClass],
  ['ERR-18 classes', '/teacher/classes', '/api/classes', 'The classes could not be loaded', theClass],
  ['ERR-28 a class', '&tab=decks', '/api/classes/:class', 'The class could not be loaded', text('Unit 1')],
  ['ERR-23 requests', '&tab=requests', '/join-requests', 'The requests could not be loaded', text('An')],
  ['ERR-58 exams', '/teacher/exams', '/api/exams', 'Failed to load exams', noExam],
  ['ERR-58 a new exam', '/exam-create', '/api/classes', 'Failed to load classes', chooseClass],
  [
    'ERR-29 exams',
    '&tab=exams',
    '/api/classes/:class/exams',
    "The class's exams could not be loaded",
    classHasNone,
  ],
  ['ERR-07 decks', '/teacher/decks', '/api/decks', 'The decks could not be loaded', theDeck],
];

/** Of the home: what is read, what is said of it, which part it is, what is there meanwhile and in the end. */
const OF_STUDENTS: [title: string, path: string, says: string, place: string, rest: Shown, shown: Shown][] = [
  ['ERR-18 classes', 'classes', 'The classes could not be loaded', 'My classes', chooser, theClass],
  ['ERR-07 decks', 'decks', 'The decks could not be loaded', 'All decks', text('My classes'), ownDeck],
  ['ERR-16', 'official-decks', 'The official decks could not be loaded', 'Official decks', chooser, link],
  ['ACT-01 days', 'activity', '', 'Your study rhythm', chooser, text('1-day streak')],
  ['TDY-10 today', 'today', '', 'Today', chooser, nothingToStudy],
];

const asTeacher = screen({ as: 'teacher' }, withClass);
const asStudent = screen({ as: 'student' }, async (app) => {
  const teacher = await makeAccount(app, 'teacher');
  const { classroom } = await withClass({ teacher });
  const params = { classId: classroom.id };
  await app.student.call('POST /api/classes/:classId/join', { params });
  const approved = { params: { ...params, studentId: app.student.id } };
  await teacher.call('POST /api/classes/:classId/approve/:studentId', approved);
  await app.student.study(await app.student.deck('My own deck', plainCards(1)), 1);
  return {};
});

/** What the page reads is refused; it says so, and shows it when it is tried again. */
async function triesAgain(
  page: Page,
  at: string,
  path: string,
  says: string,
  place: Place,
  shown: Shown,
  rest?: Shown,
) {
  const allow = await refuse(page, 'GET', path);
  await page.goto(at);
  if (says) await notice(page, 'alert', `${says}: The server is busy`).waitFor();
  const again = place.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await rest?.(page).waitFor();
  await allow(() => again.click());
  await shown(place).waitFor();
  await again.waitFor({ state: 'detached' });
}

for (const [title, at, path, says, shown] of OF_TEACHERS)
  asTeacher(`${title}: what cannot be read can be tried again`, async (app) => {
    const { page, classroom } = app;
    await studentOf(app, classroom.id, 'An');
    const tab = at.replace(/^&/, `/teacher/classes?classId=${classroom.id}&`);
    const read = path.replace(/^\/join/, '/api/classes/:class/join').replace(':class', String(classroom.id));
    await triesAgain(page, tab, read, says, page.getByRole('main'), shown);
  });

for (const [title, path, says, place, rest, shown] of OF_STUDENTS)
  asStudent(`API-04 ${title}: what cannot be read leaves the rest, and can be tried again`, ({ page }) =>
    triesAgain(page, '/student', `/api/${path}`, says, region(page, place), shown, rest),
  );

asTeacher('MYA-03 where one is logged in: what cannot be read can be tried again', async ({ page }) => {
  const place = region(page, 'Where you are logged in');
  return triesAgain(page, '/account', '/api/me/sessions', '', place, text('You are logged in nowhere else.'));
});
