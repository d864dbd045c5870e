import { type Static, Type } from '@sinclair/typebox';
import { contracts, Day, Id, Nullable } from '../../contract/endpoint.ts';
import { ClassExam } from '../../exam/exam.schema.ts';
import { CardSet } from '../learning.schema.ts';
import { ROUND_SIZE, SET_LIMIT_MAX } from '../learning-limits.ts';

const Left = {
  /** Cards to review today, within the daily maximum. */
  due: Type.Integer(),
  /** New cards for today, within the limits. */
  new: Type.Integer(),
};

export const DeckToday = Type.Object({ deck_id: Id, title: Type.String(), ...Left });
export type DeckToday = Static<typeof DeckToday>;

/** An exam that the student can take, or is taking. */
const OpenExam = Type.Pick(ClassExam, ['id', 'title', 'duration_minutes', 'question_count', 'deadline_at']);
export type OpenExam = Static<typeof OpenExam>;

/** What is left for a student today, over all decks that are theirs. */
export const Today = Type.Object({
  /** The student's study day. */
  day: Day,
  ...Left,
  /** How long it will take at the student's own speed. */
  minutes: Type.Integer(),
  /** Different cards answered today. */
  studied: Type.Integer(),
  /** The decks of the student's classes and those that they have begun; most to do first, then most studied today. */
  decks: Type.Array(DeckToday),
  /** Not handed in yet; those whose time is running first. */
  exams: Type.Array(OpenExam),
  /** The next day with something to study, and how many cards; null while something is left, or when there is no such day. */
  next: Nullable(Type.Object({ day: Day, cards: Type.Integer() })),
});
export type Today = Static<typeof Today>;

const { get } = contracts('Learning', 'student');

export const getToday = get('/api/today', {
  summary: "What is left today over all of the student's decks, and the exams to take",
  returns: Today,
});

export const getTodaysCards = get('/api/today/cards', {
  summary:
    "What to study now over all of the student's decks: due cards, oldest first, then new ones from each deck in turn",
  querystring: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: SET_LIMIT_MAX, default: ROUND_SIZE }),
  }),
  answers: CardSet,
});
