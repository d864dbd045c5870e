/**
 * Stands for a user's name in what is rendered ahead: characters that no text has. Last and first of them are chosen so
 * that what is made of the name is found, too: by which somebody is greeted, and the one letter.
 */
export const STAND_IN = '\uE000 \uE001\uE002';

export const VISITOR = 'visitor';

/** Stand for texts of what the document asks for, in a first view that `first-view.ts` fills with them. */
export const TEXT_STAND_IN = {
  title: '\uE003',
  front: '\uE004',
  back: '\uE005',
  partOfSpeech: '\uE006',
  level: '\uE007',
  example: '\uE008',
  passage: '\uE009',
} as const;

/** Stand for numbers there; together they are another one. */
export const COUNT_STAND_IN = {
  round: 918_273,
  new: 1_918_274,
  review: 2_918_275,
  left: 4_836_549,
  minutes: 918_276,
} as const;

let isFirst = false;

/** Whether a page is rendered as it looks with what it reads, and not as it looks until then. */
export const isFirstView = (): boolean => isFirst;

export const renderFirstView = (is: boolean): void => {
  isFirst = is;
};
