/** Every URL of the client; nothing else spells one out. */
export const paths = {
  home: () => '/',
  about: () => '/about',
  /** While developing only. */
  design: () => '/design',
  login: () => '/login',
  register: () => '/register',
  account: () => '/account',
  student: () => '/student',
  teacher: () => '/teacher',
  teacherDecks: () => '/teacher/decks',
  teacherCreate: () => '/teacher/create',
  teacherDeck: (deckId: number) => `/teacher?deckId=${deckId}`,
  teacherClasses: () => '/teacher/classes',
  teacherClass: (classId: number) => `/teacher/classes?classId=${classId}`,
  classResults: (classId: number) => `/teacher/classes?classId=${classId}&view=results`,
  classExams: (classId: number | ':classId') => `/teacher/classes/exams/${classId}`,
  teacherExams: () => '/teacher/exams',
  examCreate: (classId?: number) =>
    classId === undefined ? '/exam-create' : `/exam-create?classId=${classId}`,
  examEdit: (examId: number | ':examId', classId?: number) =>
    classId === undefined ? `/exam-edit/${examId}` : `/exam-edit/${examId}?classId=${classId}`,
  exam: (examId: number | ':examId') => `/exam/${examId}`,
  learn: (deckId: number | ':deckId') => `/learn/${deckId}`,
  adminLogin: () => '/assmin/login',
  admin: () => '/assmin',
  adminCards: (deckId: number) => `/assmin?view=cards&deckId=${deckId}`,
};
