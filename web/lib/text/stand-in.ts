/**
 * Stands for a user's name in what is rendered ahead: characters that no text has. Last and first of them are chosen so
 * that what is made of the name is found, too: by which somebody is greeted, and the one letter.
 */
export const STAND_IN = '\uE000 \uE001\uE002';

export const VISITOR = 'visitor';

/** The pages that have a first view, which the document fills with what it has asked for. */
export const FIRST_VIEWS = ['session', 'exam', 'class', 'admin'] as const;
export type FirstView = (typeof FIRST_VIEWS)[number];

/** Stand for texts of what the document asks for, in a first view that `first-view.ts` fills with them. */
export const TEXT_STAND_IN = {
  title: '\uE003',
  front: '\uE004',
  back: '\uE005',
  partOfSpeech: '\uE006',
  level: '\uE007',
  example: '\uE008',
  passage: '\uE009',
  code: '\uE00A',
  when: '\uE00B',
} as const;

/** Stand for numbers there; together they are another one. */
export const COUNT_STAND_IN = {
  round: 918_273,
  new: 1_918_274,
  review: 2_918_275,
  left: 4_836_549,
  minutes: 918_276,
} as const;

/** Of a class, of a site and of its disk; as sizes they differ in what is written of them. */
export const SCHOOL_STAND_IN = {
  students: 918_277,
  today: 918_278,
  cards: 918_279,
  decks: 918_280,
  active: 918_281,
  teachers: 918_282,
  classes: 918_283,
  exams: 918_284,
  database: 918_285_000,
  disk: 918_286_000_000,
  free: 618_287_000_000,
} as const;

let isFirst = false;

/** Whether a page is rendered as it looks with what it reads, and not as it looks until then. */
export const isFirstView = (): boolean => isFirst;

export const renderFirstView = (is: boolean): void => {
  isFirst = is;
};
