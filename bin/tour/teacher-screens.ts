import type { TourSchool } from './tour-school.ts';
import type { TourScreen } from './tour-screen.ts';

const ofClass = (tab: string) => (school: TourSchool) =>
  `/teacher/classes?classId=${school.classId}&tab=${tab}`;

/** What a teacher sees. */
export const TEACHER_SCREENS: TourScreen[] = [
  {
    name: 'teacher-home',
    title: 'Desk',
    text: 'What needs the teacher now: requests to join, exams that run, and how the classes study.',
    route: '/teacher',
  },
  {
    name: 'teacher-invitation',
    title: 'An invitation to teach together',
    text: 'Where the link of a colleague leads: which class it is, whose, and one button.',
    route: '/teach/:token',
    path: ({ invitation }) => `/teach/${invitation}`,
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
    name: 'teacher-deck-table',
    title: 'A deck as a table',
    text: 'All cards of a deck are edited in place, sorted, tagged, moved, and found and replaced.',
    route: '/teacher/decks/table/:deckId',
    path: ({ ownDeckId }) => `/teacher/decks/table/${ownDeckId}`,
  },
  {
    name: 'teacher-many-cards',
    title: 'Many cards at once',
    text: 'A list from a spreadsheet is pasted, looked through, mended where it is wrong, and added in one step.',
    route: '/teacher/decks/many/:deckId',
    path: ({ deckId }) => `/teacher/decks/many/${deckId}`,
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
    name: 'teacher-class-roster',
    title: 'Students from a list',
    text: 'Students without an address: a pasted list becomes accounts, and slips to print.',
    route: '/teacher/classes/roster/:classId',
    path: ({ classId }) => `/teacher/classes/roster/${classId}`,
  },
  {
    name: 'teacher-class-passwords',
    title: 'New passwords for several',
    text: 'Students who have forgotten theirs are chosen together, and get slips to print.',
    route: '/teacher/classes/passwords/:classId',
    path: ({ classId }) => `/teacher/classes/passwords/${classId}`,
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
];
