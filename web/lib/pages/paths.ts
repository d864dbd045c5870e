import type { Way } from '../../../core/deck/deck.schema.ts';

/** The parts of a class, in the order of their tabs. */
export const CLASS_TABS = ['overview', 'students', 'decks', 'exams', 'requests', 'acts'] as const;
export type ClassTab = (typeof CLASS_TABS)[number];

const withNext = (path: string, next: string | undefined): string =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;

/** Every URL of the client; nothing else spells one out. */
export const paths = {
  home: () => '/',
  about: () => '/about',
  /** What is kept of people. */
  privacy: () => '/privacy',
  /** While developing only. */
  design: () => '/design',
  /** Both lead on to `next`, an address of the client's own. */
  login: (next?: string) => withNext('/login', next),
  /** As it stands in the QR code of a login slip. */
  loginAs: (userName: string) => `/login?user=${encodeURIComponent(userName)}`,
  register: (next?: string) => withNext('/register', next),
  /** Where the school's login leads back to. */
  schoolLogin: () => '/login/school',
  account: () => '/account',
  /** For a user who has been given a password; leads on likewise. */
  newPassword: (next?: string) => withNext('/new-password', next),
  /** For a teacher whom the administrator has not let in yet; leads on likewise. */
  waiting: (next?: string) => withNext('/waiting', next),
  forgottenPassword: () => '/forgotten-password',
  /** Where the links of letters lead; what opens them stands behind `#`. */
  passwordByMail: () => '/new-password-by-mail',
  confirmEmail: () => '/confirm-email',
  student: () => '/student',
  studentClasses: () => '/student/classes',
  studentDecks: () => '/student/decks',
  /** A deck's cards as they stand with the student. */
  ownCards: (deckId: number | ':deckId') => `/student/decks/${deckId}`,
  /** A game with a deck's cards. */
  pairs: (deckId: number | ':deckId') => `/student/pairs/${deckId}`,
  /** Practice before a test with a deck's cards, at first in the way that is named. */
  cram: (deckId: number | ':deckId', way?: Way) =>
    `/student/cram/${deckId}${way === undefined ? '' : `?way=${way}`}`,
  /** The decks that a student makes; each page is as teachers have it. */
  ownDecks: () => '/student/decks/own',
  newOwnDeck: () => '/student/decks/own/new',
  ownTrash: () => '/student/decks/own/trash',
  ownDeckTrash: (deckId: number | ':deckId') => `/student/decks/own/trash/${deckId}`,
  ownImport: () => '/student/decks/own/import',
  ownPaste: () => '/student/decks/own/paste',
  ownDeck: (deckId: number | ':deckId') => `/student/decks/own/${deckId}`,
  ownManyCards: (deckId: number | ':deckId') => `/student/decks/own/many/${deckId}`,
  ownDeckTable: (deckId: number | ':deckId') => `/student/decks/own/table/${deckId}`,
  /** Where the link and the QR code of a class lead. */
  join: (code: string) => `/join/${code}`,
  /** Where the link of an invitation to teach a class leads. */
  teach: (token: string) => `/teach/${token}`,
  teacher: () => '/teacher',
  teacherDecks: () => '/teacher/decks',
  teacherCreate: () => '/teacher/create',
  teacherDeck: (deckId: number) => `/teacher?deckId=${deckId}`,
  /** Where a teacher makes a deck of a file. */
  teacherImport: () => '/teacher/decks/import',
  /** Where a teacher makes a deck of a pasted list. */
  teacherPaste: () => '/teacher/decks/paste',
  /** Where many cards are added to a deck at once. */
  manyCards: (deckId: number | ':deckId') => `/teacher/decks/many/${deckId}`,
  /** Where the cards of a deck are edited as a table. */
  deckTable: (deckId: number | ':deckId') => `/teacher/decks/table/${deckId}`,
  teacherTrash: () => '/teacher/decks/trash',
  /** The deleted cards of a deck. */
  deckTrash: (deckId: number | ':deckId') => `/teacher/decks/trash/${deckId}`,
  teacherClasses: () => '/teacher/classes',
  teacherClass: (classId: number, tab?: ClassTab) =>
    `/teacher/classes?classId=${classId}${tab === undefined ? '' : `&tab=${tab}`}`,
  /** The student's own window over the class's students. */
  classStudent: (classId: number, studentId: number) =>
    `${paths.teacherClass(classId, 'students')}&student=${studentId}`,
  classRoster: (classId: number | ':classId') => `/teacher/classes/roster/${classId}`,
  classPasswords: (classId: number | ':classId') => `/teacher/classes/passwords/${classId}`,
  classResults: (classId: number) => paths.teacherClass(classId, 'exams'),
  classExams: (classId: number | ':classId') => `/teacher/classes/exams/${classId}`,
  teacherExams: () => '/teacher/exams',
  examCreate: (classId?: number) =>
    classId === undefined ? '/exam-create' : `/exam-create?classId=${classId}`,
  examEdit: (examId: number | ':examId', classId?: number) =>
    classId === undefined ? `/exam-edit/${examId}` : `/exam-edit/${examId}?classId=${classId}`,
  exam: (examId: number | ':examId') => `/exam/${examId}`,
  /** All decks of today. */
  learnToday: () => '/learn/today',
  /** In this way, unless the class requires another; without one, in the way that holds for the deck. */
  learn: (deckId: number | ':deckId', way?: Way) => `/learn/${deckId}${way ? `?way=${way}` : ''}`,
  /** The first cards of an official deck, without an account. */
  trial: (deckId: number | ':deckId') => `/try/${deckId}`,
  adminLogin: () => '/assmin/login',
  admin: () => '/assmin',
  adminView: (view: string) => `/assmin?view=${view}`,
  adminPerson: (personId: number) => `/assmin?view=people&personId=${personId}`,
  adminAudit: (of: 'personId' | 'classId', id: number) => `/assmin?view=acts&${of}=${id}`,
  adminCards: (deckId: number) => `/assmin?view=cards&deckId=${deckId}`,
};
