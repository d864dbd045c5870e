import type { TourScreen } from './tour-screen.ts';

/** What a student sees. */
export const STUDENT_SCREENS: TourScreen[] = [
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
    name: 'student-own-cards',
    title: 'The cards of a deck',
    text: 'How each card stands: when it comes again, how often it was forgotten, flagged, put aside.',
    route: '/student/decks/:deckId',
    path: ({ deckId }) => `/student/decks/${deckId}`,
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
    text: 'Name, language, time zone, keys, password, and where one is logged in. Everybody has this page.',
    route: '/account',
  },
  {
    name: 'student-new-password',
    title: 'A password of one’s own',
    text: 'Who has been given a password, on a slip or by the teacher, chooses another one first.',
    route: '/new-password',
    as: 'withSlip',
  },
];
