import type { TourRole, TourScreen } from './tour-screen.ts';

const PASTED = {
  fill: [
    /^(List of cards|Danh sách thẻ)$/,
    'because\tbởi vì\tI stayed at home because it rained.\nalthough\tmặc dù\nin spite of\nin order to\tđể\tShe runs in order to catch the bus.',
  ],
  press: [/^(Look at the cards|Xem trước các thẻ)$/],
} satisfies Partial<TourScreen>;

const SCREENS: Record<TourRole, Record<string, Omit<TourScreen, 'role' | 'name'>>> = {
  public: {
    home: {
      title: 'The first page',
      text: 'What Nhớ is, and ready-made decks to begin with. The language follows the browser and is changed at the top.',
      path: '/',
      inOtherLooks: true,
    },
    about: {
      title: 'About',
      text: 'How spaced repetition works, in words for people who have never heard of it.',
      path: '/about',
    },
    privacy: {
      title: 'Your data',
      text: 'What is kept of people, for how long, and who sees it, with the times that hold on this site.',
      path: '/privacy',
    },
    trial: {
      title: 'Five cards to try',
      text: 'A guest tries the first cards of a ready-made deck. After registering they count.',
      path: '/try/:deckId',
    },
    register: {
      title: 'Making an account',
      text: 'A name, an email address, a password, and whether one learns or teaches.',
      path: '/register',
    },
    login: {
      title: 'Logging in',
      text: 'Afterwards the page opens that was asked for before.',
      path: '/login',
    },
    waiting: {
      title: 'Waiting for the school',
      text: 'Where the school lets teachers in one by one, one who registers sees that, and the page goes on by itself.',
      path: '/waiting',
      as: 'waiting',
    },
    'school-login': {
      title: 'Back from the school’s login',
      text: 'Where the school has a login of its own: what is still missing is asked here, and what was refused is said.',
      path: '/login/school#problem=school_login_cancelled',
    },
    'forgotten-password': {
      title: 'A forgotten password',
      text: 'With a mail server the site sends a link; without one the page says who gives a new password.',
      path: '/forgotten-password',
    },
    'password-by-mail': {
      title: 'A new password by email',
      text: 'Where the link of the email leads. It works once, for half an hour.',
      path: '/new-password-by-mail#link',
    },
    'confirm-email': {
      title: 'Confirming an address',
      text: 'A press confirms it; who did not ask for it just closes the page.',
      path: '/confirm-email#link',
    },
    'not-found': {
      title: 'An address that leads nowhere',
      text: 'It says so, and shows the ways back.',
      path: '/nothing-here',
    },
  },
  student: {
    newcomer: {
      title: 'The first day',
      text: 'Nothing has been studied yet: the home offers decks to choose from and a class to join.',
      path: '/student',
      as: 'newcomer',
    },
    home: {
      title: 'Home',
      text: 'What is waiting today comes first, and one press studies all of it. Below are the days of this week, the decks and, at the end, the past year.',
      path: '/student',
      inOtherLooks: true,
    },
    learn: {
      title: 'A card',
      text: 'One side of a card. Students recall the other side, and type it if they like, before they turn the card.',
      path: '/learn/:deckId',
    },
    answer: {
      title: 'Its answer',
      text: 'The card is turned, with its sound, example and definition. Three ratings decide when it comes again.',
      path: '/learn/:deckId',
      press: [/^(Reveal|Lật thẻ)$/],
      inOtherLooks: true,
    },
    choice: {
      title: 'Choosing from four',
      text: 'Each deck is practised as one likes: by turning the card, by typing, by choosing from four, or by listening. The settings of the deck say how.',
      path: '/learn/:choiceDeckId',
    },
    dictation: {
      title: 'Listening and typing',
      text: 'Only the sound is given. What is typed is compared letter by letter, with or without regard to tone marks.',
      path: '/learn/:heardDeckId',
    },
    report: {
      title: 'A wrong card',
      text: 'Who finds a mistake says what is wrong. Whoever made the deck reads it beside the card, and the home says what became of it.',
      path: '/learn/:deckId',
      press: [/^(More: this card|Thêm: thẻ này)$/, /^(Report a mistake|Báo lỗi của thẻ)$/],
    },
    today: {
      title: 'All decks at once',
      text: 'The same session over everything that is due today, whichever deck it is in.',
      path: '/learn/today',
    },
    'nothing-today': {
      title: 'Nothing to study',
      text: 'Who has begun no deck yet is told so, and led to where decks are chosen.',
      path: '/learn/today',
      as: 'newcomer',
    },
    decks: {
      title: 'Decks',
      text: 'All decks that a student may study, with how much of each is known.',
      path: '/student/decks',
    },
    'own-cards': {
      title: 'A deck',
      text: 'The ways to study it, and how each card stands: when it comes again, how often it was forgotten, flagged, put aside.',
      path: '/student/decks/:deckId',
    },
    'card-history': {
      title: 'The history of a card',
      text: 'Every answer that was given to a card, with when it was to come again.',
      path: '/student/decks/:deckId',
      press: [/^(History|Lịch sử): /],
    },
    pairs: {
      title: 'A game of pairs',
      text: 'Fronts and backs of a deck are found together against the clock. It counts nothing.',
      path: '/student/pairs/:deckId',
      inOtherLooks: true,
    },
    cram: {
      title: 'Practice before a test',
      text: 'Which cards of a deck, how many and how. The plan of study stays as it is.',
      path: '/student/cram/:deckId',
    },
    'made-decks': {
      title: 'Decks that a student made',
      text: 'Where the school allows it. Nobody else sees them, and the pages are those that teachers have.',
      path: '/student/decks/own',
    },
    'new-deck': {
      title: 'Another one',
      text: 'The same page, with the cursor in the form for a new deck.',
      path: '/student/decks/own/new',
    },
    'made-deck': {
      title: 'A deck that a student made',
      text: 'Its cards, with pictures, emphasis and formulas, its details, and the way to learn it. There is nobody to share it with.',
      path: '/student/decks/own/:madeDeckId',
    },
    paste: {
      title: 'A deck of a pasted list',
      text: 'A list is pasted, looked through and named, and becomes a new deck in one step.',
      path: '/student/decks/own/paste',
    },
    'many-cards': {
      title: 'Many cards at once',
      text: 'A list is pasted and looked through before it becomes cards.',
      path: '/student/decks/own/many/:madeDeckId',
    },
    table: {
      title: 'Cards as a table',
      text: 'All cards of the deck, edited in place.',
      path: '/student/decks/own/table/:madeDeckId',
    },
    trash: {
      title: 'Deleted decks',
      text: 'What a student has deleted comes back for thirty days.',
      path: '/student/decks/own/trash',
    },
    'deck-trash': {
      title: 'Deleted cards',
      text: 'The cards that were deleted from a deck, to be brought back to their places.',
      path: '/student/decks/own/trash/:madeDeckId',
    },
    import: {
      title: 'A deck from a file',
      text: 'Of up to 500 cards: a table, a package of Anki, or a file of another school.',
      path: '/student/decks/own/import',
    },
    classes: {
      title: 'Classes',
      text: 'The classes of a student, with their decks and exams, and the requests that wait for a teacher.',
      path: '/student/classes',
    },
    join: {
      title: 'The way into a class',
      text: 'Where the link and the QR code of a class lead: which class it is, whose, and one button.',
      path: '/join/:classCode',
    },
    exam: {
      title: 'An exam',
      text: 'The passage stands beside its questions. Answers are kept on the server while the clock runs, so another device can go on.',
      path: '/exam/:runningExamId',
    },
    result: {
      title: 'Its result',
      text: 'The points at once, then each question with the answer that was given.',
      path: '/exam/:doneExamId',
    },
    account: {
      title: 'Account',
      text: 'Name, language, time zone, keys, password, and where one is logged in. Everybody has this page.',
      path: '/account',
    },
    'new-password': {
      title: 'A password of one’s own',
      text: 'Who has been given a password, on a slip or by the teacher, chooses another one first.',
      path: '/new-password',
      as: 'withSlip',
    },
  },
  teacher: {
    home: {
      title: 'Desk',
      text: 'What needs the teacher now: requests to join, exams that run, and how the classes study.',
      path: '/teacher',
    },
    invitation: {
      title: 'An invitation to teach together',
      text: 'Where the link of a colleague leads: which class it is, whose, and one button.',
      path: '/teach/:invitation',
    },
    decks: {
      title: 'Decks',
      text: 'The decks of the teacher, to be changed, shown to a class or taken home as a file.',
      path: '/teacher/decks',
    },
    create: {
      title: 'A new deck',
      text: 'A title is enough; cards come next, typed or pasted.',
      path: '/teacher/create',
    },
    cards: {
      title: 'Cards of a deck',
      text: 'Every card with its two sides, example, definition, sound and pictures, found by any of its words. Texts hold emphasis, readings and formulas. What learners report stands above the cards.',
      path: '/teacher?deckId=:ownDeckId',
    },
    versions: {
      title: 'Earlier versions of a card',
      text: 'What a card said before is kept and can be brought back. When its meaning has changed, students meet it as a new one.',
      path: '/teacher?deckId=:ownDeckId',
      press: [/^(Edit the card|Sửa thẻ): although$/, /^(Earlier versions…|Phiên bản trước…)$/],
    },
    import: {
      title: 'A deck from a file',
      text: 'A table of Excel or CSV, a package of Anki with its pictures and tags, or a deck of another school becomes a deck, after a look at what it holds.',
      path: '/teacher/decks/import',
    },
    'import-check': {
      title: 'What a file holds',
      text: 'Before anything is imported: its first five cards, which of its columns is which, and a list to choose others from.',
      path: '/teacher/decks/import',
      as: 'importer',
      part: /^(Which field is which|Trường nào là gì)$/,
    },
    'deck-table': {
      title: 'A deck as a table',
      text: 'All cards of a deck are edited in place, sorted, tagged, moved, and found and replaced.',
      path: '/teacher/decks/table/:ownDeckId',
    },
    trash: {
      title: 'Deleted decks',
      text: 'What was deleted stays for thirty days, and comes back with its classes and its students’ progress.',
      path: '/teacher/decks/trash',
    },
    'deck-trash': {
      title: 'Deleted cards of a deck',
      text: 'Cards come back to their places, one by one or all together.',
      path: '/teacher/decks/trash/:ownDeckId',
    },
    paste: {
      title: 'A deck of a pasted list',
      text: 'A list is pasted, looked through and named, and becomes a new deck in one step.',
      path: '/teacher/decks/paste',
      ...PASTED,
    },
    'many-cards': {
      title: 'Many cards at once',
      text: 'A list from a spreadsheet is pasted, looked through, mended where it is wrong, and added in one step.',
      path: '/teacher/decks/many/:ownDeckId',
      ...PASTED,
    },
    classes: {
      title: 'Classes',
      text: 'All classes, with how many students are in each and how many wait.',
      path: '/teacher/classes?classId=',
    },
    class: {
      title: 'A class',
      text: 'How the class does today: who studies, who falls behind. It changes while students answer.',
      path: '/teacher/classes?classId=:classId&tab=overview',
      inOtherLooks: true,
    },
    'class-code': {
      title: 'The code of a class',
      text: 'A code, a link and a QR code by which students find the class, as a sheet to show or print. The teacher says how long it holds, and whether each is approved.',
      path: '/teacher/classes?classId=:classId&tab=overview',
      press: [/^(Code and QR|Mã và QR)$/],
    },
    'class-roster': {
      title: 'Students from a list',
      text: 'Students without an address: a pasted list becomes accounts, and slips to print.',
      path: '/teacher/classes/roster/:classId',
      fill: [
        /^(List of students|Danh sách học sinh)$/,
        'Phan Văn Đức\nLý Thị Mai\nĐỗ Thị Sen\nNguyễn Hoàng Nam',
      ],
      press: [/^(Look at the list|Xem danh sách)$/],
    },
    'class-passwords': {
      title: 'New passwords for several',
      text: 'Students who have forgotten theirs are chosen together, and get slips to print.',
      path: '/teacher/classes/passwords/:classId',
    },
    'class-students': {
      title: 'Students of a class',
      text: 'Each student with progress and last day of study. It is live: who answers moves here within seconds.',
      path: '/teacher/classes?classId=:classId&tab=students',
    },
    student: {
      title: 'A student of a class',
      text: 'One student with today, progress, and what is to be reviewed in the days to come.',
      path: '/teacher/classes?classId=:classId&tab=students&student=:classmateId',
    },
    'class-decks': {
      title: 'Decks of a class',
      text: 'What the class studies; another deck is added here.',
      path: '/teacher/classes?classId=:classId&tab=decks',
    },
    'mixed-up': {
      title: 'What a class mixes up',
      text: 'The cards of a deck that its students take for others, the most frequent ones first.',
      path: '/teacher/classes?classId=:classId&tab=decks',
      press: [/^(Mixed up|Từ hay nhầm): Phrases for class$/],
    },
    'class-results': {
      title: 'Results of a class',
      text: 'Who has handed in which exam, with points, time and every answer.',
      path: '/teacher/classes?classId=:classId&tab=exams',
      inOtherLooks: true,
    },
    wall: {
      title: 'An exam on the board',
      text: 'Each student has a tile, those who are behind first, and the clock can be read across the room.',
      path: '/teacher/classes?classId=:classId&tab=exams',
      press: [/^(Show on the board|Chiếu lên bảng)$/],
    },
    'class-requests': {
      title: 'Requests to join',
      text: 'Students ask, the teacher lets them in or not.',
      path: '/teacher/classes?classId=:classId&tab=requests',
    },
    'class-acts': {
      title: 'What was done in a class',
      text: 'Who let in, took out, added and changed what, and when.',
      path: '/teacher/classes?classId=:classId&tab=acts',
    },
    'class-exams': {
      title: 'Exams of a class',
      text: 'The exams that the class has, and those that are hidden from it.',
      path: '/teacher/classes/exams/:classId',
    },
    exams: {
      title: 'All exams',
      text: 'Every exam with its classes; one press shows it to students or hides it.',
      path: '/teacher/exams',
    },
    'exam-create': {
      title: 'A new exam',
      text: 'A text to read or a sound to hear, then questions with four options. Many questions are pasted at once.',
      path: '/exam-create',
    },
    'exam-edit': {
      title: 'Changing an exam',
      text: 'A mistake in the key is mended here; who has handed the exam in is scored again.',
      path: '/exam-edit/:doneExamId',
    },
  },
  admin: {
    login: {
      title: 'Logging in',
      text: 'The administrator has a door of their own.',
      path: '/assmin/login',
      as: 'nobody',
    },
    home: {
      title: 'Overview',
      text: 'Whether all is well: people, answers, runs and the log.',
      path: '/assmin',
    },
    people: {
      title: 'People',
      text: 'Everybody with an account: found, helped with a new password, disabled when they leave.',
      path: '/assmin?view=people',
    },
    person: {
      title: 'One person',
      text: 'What can be done for one account: a new password, the end of its sessions, another role, disabling, deleting.',
      path: '/assmin?view=people&personId=:classmateId',
    },
    official: {
      title: 'Official decks',
      text: 'The decks that everybody may study.',
      path: '/assmin?view=official',
    },
    import: {
      title: 'Import',
      text: 'A deck from a table, from Anki or from a file with sound. It can be checked first, row by row.',
      path: '/assmin?view=import',
    },
    cards: {
      title: 'Cards of any deck',
      text: 'A mistake in any card is mended here.',
      path: '/assmin?view=cards&deckId=:deckId',
    },
    acts: {
      title: 'The audit log',
      text: 'Who did what to people, classes and the site, and when. Nobody can change a line of it.',
      path: '/assmin?view=acts',
    },
    log: {
      title: 'The log',
      text: 'Every answer is an event that is never changed. Here what is computed from them is compared and built again.',
      path: '/assmin?view=log',
    },
    site: {
      title: 'The site',
      text: 'Its name, its logo, who may come in, whether students make decks, and how long accounts are kept.',
      path: '/assmin?view=site',
    },
    account: {
      title: 'Account',
      text: 'What everybody sets for themselves, for the administrator too.',
      path: '/assmin?view=account',
    },
  },
};

/** Every screen, in the order in which somebody meets them. */
export const TOUR_SCREENS: TourScreen[] = Object.entries(SCREENS).flatMap(([role, screens]) =>
  Object.entries(screens).map(([name, screen]) => ({
    ...screen,
    role: role as TourRole,
    name: `${role}-${name}`,
  })),
);
