import { type Static, Type } from '@sinclair/typebox';
import { contracts, Day, Nullable } from '../../contract/endpoint.ts';
import { ACTIVITY_DAYS, RECALL_WEEKS } from '../learning-limits.ts';

export const StudiedDay = Type.Object({
  day: Day,
  /** Distinct cards. */
  cards: Type.Integer(),
  seconds: Type.Integer(),
});
export type StudiedDay = Static<typeof StudiedDay>;

export const Activity = Type.Object({
  /** The student's study day. */
  today: Day,
  studied_today: Type.Object({ cards: Type.Integer(), seconds: Type.Integer() }),
  /** The days of the last year on which something was studied, the earliest first. */
  days: Type.Array(StudiedDay, { maxItems: ACTIVITY_DAYS }),
  streak: Type.Object({
    /** Study days of the run that goes on now; 0 when there is none. */
    days: Type.Integer(),
    /** The first of them. */
    since: Nullable(Day),
    /** Missed days within it. */
    forgiven: Type.Integer(),
    /** Days of this month that may still be missed. */
    forgivable: Type.Integer(),
    /** Study days of the longest run so far. */
    longest: Type.Integer(),
  }),
  /** Reviews of the last 30 study days. */
  retention: Type.Object({
    asked: Type.Integer(),
    /** Of these, the ones known at the first try. */
    recalled: Type.Integer(),
    /** The share, 0 to 1, that the scheduler aims at. */
    aim: Type.Number(),
  }),
  /** The same week by week: seven days each up to today, the earliest first, also those without reviews. */
  recall_weeks: Type.Array(
    Type.Object({
      /** The first of the seven days. */
      from: Day,
      asked: Type.Integer(),
      recalled: Type.Integer(),
    }),
    { maxItems: RECALL_WEEKS },
  ),
});
export type Activity = Static<typeof Activity>;

export const getActivity = contracts('Learning').get('/api/activity', {
  access: 'student',
  summary: "The student's days of study in the last year, streak, and retention against the aim",
  returns: Activity,
});
