import fc from 'fast-check';
import { partitionCount } from '../../../core/log/position.ts';
import { projections } from '../../../core/projections.ts';

/** Which of a history's two students. */
type Who = 0 | 1;

/** Which class, or deck: those of the history itself first, the last one is the next history's. */
type Mine = 0 | 1;

const who = fc.constantFrom<Who>(0, 1);
const letter = fc.constantFrom<'A' | 'B' | 'C' | 'D'>('A', 'B', 'C', 'D');

/** How far back: seldom far. */
const back = fc.oneof({ arbitrary: fc.nat(2), weight: 3 }, { arbitrary: fc.nat(20), weight: 1 });

/** A day of March 2026; what comes later in the log may well be of an earlier one. */
const day = fc.oneof(
  { arbitrary: fc.integer({ min: 10, max: 13 }), weight: 3 },
  { arbitrary: fc.integer({ min: 1, max: 31 }), weight: 1 },
);

/** How a card was asked, as answers of version 2 say it. */
const asked = fc.record(
  {
    typed: fc.constantFrom('none', 'right', 'accent', 'wrong'),
    asked: fc.constantFrom('front', 'back'),
    mode: fc.constantFrom('session', 'session', 'choice', 'dictation', 'exam'),
    card_version: fc.integer({ min: 1, max: 2_147_483_647 }),
    think_ms: fc.integer({ min: 0, max: 3_600_000 }),
    /** With it an answer is of version 3. */
    meaning: fc.constantFrom(2, 3),
  },
  { requiredKeys: [] },
);

/** What students say. Becomes events, in a place in the log that no other history decides. */
const event = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      who,
      card: fc.nat(4),
      rating: fc.constantFrom<0 | 1 | 2>(0, 1, 2, 2, 2),
      first: fc.constantFrom<0 | 1 | 2>(0, 1, 2, 2),
      tries: fc.integer({ min: 1, max: 9 }),
      seconds: fc.nat(90),
      day,
      minute: fc.nat(59),
      /** Null is an answer of version 1. */
      asked: fc.option(asked, { freq: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('bring along' as const),
      who,
      card: fc.nat(4),
      grade: fc.constantFrom<1 | 2 | 3 | 4>(1, 2, 3, 3, 4),
      day,
      minute: fc.nat(59),
      meaning: fc.constantFrom(1, 1, 1, 2),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('undo' as const), who, back }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('undo in vain' as const),
      who,
      of: fc.constantFrom<'nothing' | 'another student' | 'weights' | 'the future'>(
        'nothing',
        'another student',
        'weights',
        'the future',
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), who, back }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('set weights' as const),
      who,
      stability: fc.double({ min: 0.1, max: 5, noNaN: true }),
      isOutOfRange: fc.constantFrom(false, false, false, false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open exam' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      who,
      answers: fc.array(fc.option(letter, { freq: 4 }), { minLength: 3, maxLength: 3 }),
      late: fc.constantFrom(0, 0, 400),
      by: fc.constantFrom<'student' | 'server'>('student', 'server'),
    }),
  },
);

const mine = fc.constantFrom<Mine>(0, 0, 0, 1);

/** What is beside the log and decides what its projections say. */
const change = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom('ask', 'approve', 'join', 'reject', 'leave', 'remove', 'join', 'leave'),
      who,
      class: mine,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('add deck', 'remove deck'),
      class: mine,
      deck: fc.constantFrom<0 | 1 | 2>(0, 1, 1, 2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change key' as const),
      key: fc.array(letter, { minLength: 3, maxLength: 3 }),
      isKept: fc.array(fc.constantFrom(true, true, true, false), { minLength: 3, maxLength: 3 }),
      added: fc.option(letter, { freq: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete card' as const), card: fc.nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('bring back deck' as const), deck: fc.constantFrom<0 | 1>(0, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('delete deck', 'delete deck', 'delete class', 'delete exam', 'delete exam'),
      deck: fc.constantFrom<0 | 1>(0, 1),
    }),
  },
);

export type EventCommand = typeof event extends fc.Arbitrary<infer C> ? C : never;
export type ChangeCommand = typeof change extends fc.Arbitrary<infer C> ? C : never;

/** What happens between two looks at the projections: events first, then changes. */
export interface Beat {
  events: EventCommand[];
  changes: ChangeCommand[];
}

export type History = Beat[];

/** How often a round looks at its projections. */
export const BEATS = 7;

/** A small school's life: two students, two decks, a class and an exam. Things happen in the neighbour's, too. */
export const history: fc.Arbitrary<History> = fc.array(
  fc.record({
    events: fc.array(event, { maxLength: 6, size: 'max' }),
    changes: fc.array(change, { maxLength: 2, size: 'max' }),
  }),
  { minLength: BEATS, maxLength: BEATS },
);

/** One micro-batch of a projection, and what becomes of it. */
const step = fc.record({
  projection: fc.nat(projections.length - 1),
  partition: fc.nat(partitionCount() - 1),
  /** How far to go, of the log as it is: 0 to 100. */
  share: fc.integer({ min: 20, max: 100 }),
  fault: fc.constantFrom<
    'none' | 'together' | 'thrown' | 'half done' | 'session ended' | 'refused' | 'restart'
  >(
    ...Array<'none'>(10).fill('none'),
    'together',
    'together',
    'thrown',
    'half done',
    'session ended',
    'refused',
    'refused',
    'restart',
  ),
});

export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What a round's machines do while its histories happen. */
export const course = fc.record({
  beats: fc.array(
    fc.record({
      /** Events, changes and projections at once, not one after the other. */
      isAtOnce: fc.boolean(),
      steps: fc.array(step, { minLength: 30, maxLength: 50, size: 'max' }),
    }),
    { minLength: BEATS, maxLength: BEATS },
  ),
  /** In which beat a rebuild is given up half way, and one made that replaces the live tables. */
  replacedIn: fc.option(fc.nat(3), { freq: 2 }),
  /** In which later beat the tables are built that are compared in the end; there is none of the last number. */
  rebuiltIn: fc.integer({ min: 4, max: BEATS }),
  /** How many partitions the log gets when all is over. */
  partitions: fc.constantFrom(32, 64, 256),
});

export type Course = typeof course extends fc.Arbitrary<infer C> ? C : never;
