import type { Page } from 'playwright-core';
import { ADMIN_SCREENS } from './admin-screens.ts';
import type { TourSchool } from './tour-school.ts';

export const TOUR_ROLES = ['public', 'student', 'teacher', 'admin'] as const;
export type TourRole = (typeof TOUR_ROLES)[number];

export interface TourScreen {
  /** The beginning of its pictures' names; the first word is the role's. */
  name: `${TourRole}-${string}`;
  title: string;
  text: string;
  /** The route of the client that it belongs to. */
  route: string;
  /** Absent: the route itself. */
  path?: (school: TourSchool) => string;
  /** Absent: the role's own login, and nobody's for public screens. */
  as?: keyof TourSchool['logins'];
  /** What is pressed before the picture is taken, in either language. */
  press?: RegExp;
}

const ofClass = (tab: string) => (school: TourSchool) =>
  `/teacher/classes?classId=${school.classId}&tab=${tab}`;

/** Every screen, in the order in which somebody meets them. */
export const TOUR_SCREENS: TourScreen[] = [
  {
    name: 'public-home',
    title: 'The first page',
    text: 'What Nhớ is, and ready-made decks to begin with. The language follows the browser and is changed at the top.',
    route: '/',
  },
  {
    name: 'public-about',
    title: 'About',
    text: 'How spaced repetition works, in words for people who have never heard of it.',
    route: '/about',
  },
  {
    name: 'public-trial',
    title: 'Five cards to try',
    text: 'A guest tries the first cards of a ready-made deck. After registering they count.',
    route: '/try/:deckId',
    path: ({ deckId }) => `/try/${deckId}`,
  },
  {
    name: 'public-register',
    title: 'Making an account',
    text: 'A name, an e-mail address, a password, and whether one learns or teaches.',
    route: '/register',
  },
  {
    name: 'public-login',
    title: 'Logging in',
    text: 'Afterwards the page opens that was asked for before.',
    route: '/login',
  },
  {
    name: 'public-not-found',
    title: 'An address that leads nowhere',
    text: 'It says so, and shows the ways back.',
    route: '*',
    path: () => '/nothing-here',
  },
  {
    name: 'student-newcomer',
    title: 'The first day',
    text: 'Nothing has been studied yet: the home offers decks to choose from and a class to join.',
    route: '/student',
    as: 'newcomer',
  },
  {
    name: 'student-home',
    title: 'Home',
    text: 'What is waiting today comes first, and one press studies all of it. Below are the decks of today and the days of the past year.',
    route: '/student',
  },
  {
    name: 'student-learn',
    title: 'A card',
    text: 'One side of a card. Students recall the other side, and type it if they like, before they turn the card.',
    route: '/learn/:deckId?',
    path: ({ deckId }) => `/learn/${deckId}`,
  },
  {
    name: 'student-answer',
    title: 'Its answer',
    text: 'The card is turned, with its sound, example and definition. Three ratings decide when it comes again.',
    route: '/learn/:deckId?',
    path: ({ deckId }) => `/learn/${deckId}`,
    press: /^(Reveal|Lật thẻ)$/,
  },
  {
    name: 'student-today',
    title: 'All decks at once',
    text: 'The same session over everything that is due today, whichever deck it is in.',
    route: '/learn/:deckId?',
    path: () => '/learn/today',
  },
  {
    name: 'student-decks',
    title: 'Decks',
    text: 'All decks that a student may study, with how much of each is known.',
    route: '/student/decks',
  },
  {
    name: 'student-classes',
    title: 'Classes',
    text: 'The classes of a student, with their decks and exams, and the requests that wait for a teacher.',
    route: '/student/classes',
  },
  {
    name: 'student-join',
    title: 'The way into a class',
    text: 'Where the link and the QR code of a class lead: which class it is, whose, and one button.',
    route: '/join/:code',
    path: ({ classCode }) => `/join/${classCode}`,
  },
  {
    name: 'student-exam',
    title: 'An exam',
    text: 'The passage stands beside its questions. Answers are kept on the server while the clock runs, so another device can go on.',
    route: '/exam/:examId?',
    path: ({ runningExamId }) => `/exam/${runningExamId}`,
  },
  {
    name: 'student-result',
    title: 'Its result',
    text: 'The points at once, then each question with the answer that was given.',
    route: '/exam/:examId?',
    path: ({ doneExamId }) => `/exam/${doneExamId}`,
  },
  {
    name: 'student-account',
    title: 'Account',
    text: 'Name, address and password. Everybody has this page.',
    route: '/account',
  },
  {
    name: 'teacher-home',
    title: 'Desk',
    text: 'What needs the teacher now: requests to join, exams that run, and how the classes study.',
    route: '/teacher',
  },
  {
    name: 'teacher-decks',
    title: 'Decks',
    text: 'The decks of the teacher, to be changed, shown to a class or taken home as a file.',
    route: '/teacher/decks',
  },
  {
    name: 'teacher-create',
    title: 'A new deck',
    text: 'A title is enough; cards come next, typed or pasted.',
    route: '/teacher/create',
  },
  {
    name: 'teacher-cards',
    title: 'Cards of a deck',
    text: 'Every card with its two sides, example, definition and sound, found by any of its words.',
    route: '/teacher',
    path: ({ ownDeckId }) => `/teacher?deckId=${ownDeckId}`,
  },
  {
    name: 'teacher-classes',
    title: 'Classes',
    text: 'All classes, with how many students are in each and how many wait.',
    route: '/teacher/classes',
    path: () => '/teacher/classes?classId=',
  },
  {
    name: 'teacher-class',
    title: 'A class',
    text: 'How the class does today: who studies, who falls behind. It changes while students answer.',
    route: '/teacher/classes',
    path: ofClass('overview'),
  },
  {
    name: 'teacher-class-students',
    title: 'Students of a class',
    text: 'Each student with progress and last day of study.',
    route: '/teacher/classes',
    path: ofClass('students'),
  },
  {
    name: 'teacher-class-decks',
    title: 'Decks of a class',
    text: 'What the class studies; another deck is added here.',
    route: '/teacher/classes',
    path: ofClass('decks'),
  },
  {
    name: 'teacher-class-results',
    title: 'Results of a class',
    text: 'Who has handed in which exam, with points, time and every answer.',
    route: '/teacher/classes',
    path: ofClass('exams'),
  },
  {
    name: 'teacher-class-requests',
    title: 'Requests to join',
    text: 'Students ask, the teacher lets them in or not.',
    route: '/teacher/classes',
    path: ofClass('requests'),
  },
  {
    name: 'teacher-class-acts',
    title: 'What was done in a class',
    text: 'Who let in, took out, added and changed what, and when.',
    route: '/teacher/classes',
    path: ofClass('acts'),
  },
  {
    name: 'teacher-class-exams',
    title: 'Exams of a class',
    text: 'The exams that the class has, and those that are hidden from it.',
    route: '/teacher/classes/exams/:classId',
    path: ({ classId }) => `/teacher/classes/exams/${classId}`,
  },
  {
    name: 'teacher-exams',
    title: 'All exams',
    text: 'Every exam with its classes; one press shows it to students or hides it.',
    route: '/teacher/exams',
  },
  {
    name: 'teacher-exam-create',
    title: 'A new exam',
    text: 'A text to read or a sound to hear, then questions with four options. Many questions are pasted at once.',
    route: '/exam-create',
  },
  {
    name: 'teacher-exam-edit',
    title: 'Changing an exam',
    text: 'A mistake in the key is mended here; who has handed the exam in is scored again.',
    route: '/exam-edit/:examId',
    path: ({ doneExamId }) => `/exam-edit/${doneExamId}`,
  },
  ...ADMIN_SCREENS,
];

export const roleOf = ({ name }: TourScreen): TourRole => name.split('-')[0] as TourRole;

export const addressIn = (screen: TourScreen, school: TourSchool): string =>
  screen.path?.(school) ?? screen.route;

/** Whose browser shows it. */
export function loginIn(screen: TourScreen): keyof TourSchool['logins'] {
  const role = roleOf(screen);
  return screen.as ?? (role === 'public' ? 'nobody' : role);
}

/** Brings the screen to where its picture is taken. */
export async function prepare({ press }: TourScreen, page: Page): Promise<void> {
  if (!press) return;
  const button = page.getByRole('button', { name: press });
  // A session that is opened again stands where it was left: its card is turned already.
  if (await button.isVisible()) await button.click();
}
