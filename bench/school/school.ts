import type { Answers } from '../../core/exam/exam.schema.ts';
import { OPTION_LETTERS } from '../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../core/exam/question/choice.schema.ts';
import { between, type Dice } from './dice.ts';

/** Events of a student over the whole time, on average. */
const EVENTS_PER_STUDENT = 2_500;
const IN_A_CLASS = 0.8;
const CLASS_SIZE = 32;
/** Cards below which a student takes another deck besides those of the class. */
const FEW_CARDS = 300;
/** Each so many-th deck, exam and card has been deleted since. */
const DELETED = { deck: 25, exam: 20, card: 150 };
export const NEVER = Number.POSITIVE_INFINITY;

/** Ids from which this school's rows count, so that they meet nobody else's. */
export const FIRST = { teacher: 900_000, student: 1_000_000, deck: 1_000, card: 100_000, class: 1, exam: 1 };

export interface SchoolDeck {
  id: number;
  ownerId: number | undefined;
  /** Cards have ids in a row. */
  firstCard: number;
  size: number;
  /** The day since which it is not there. */
  deletedOn: number;
}

export interface SchoolExam {
  id: number;
  classId: number;
  teacherId: number;
  day: number;
  durationMinutes: number;
  questions: { id: number; key: OptionLetter }[];
  isDeleted: boolean;
}

export interface SchoolClass {
  id: number;
  teacherId: number;
  decks: SchoolDeck[];
  exams: SchoolExam[];
}

export interface SchoolStudent {
  id: number;
  /** Days: the first, and the one after the last. */
  joined: number;
  left: number;
  /** How much more than others they study. */
  zeal: number;
  /** The chance of recall is raised to this power: 1 forgets as the scheduler thinks, less later. */
  forgetfulness: number;
  class: SchoolClass | undefined;
  decks: SchoolDeck[];
}

/** Who and what there is over these years. Days since 1970, both inclusive. */
export interface School {
  days: { first: number; last: number };
  teachers: number[];
  students: SchoolStudent[];
  classes: SchoolClass[];
  decks: SchoolDeck[];
  /** Cards that have been deleted since, and the day. */
  deletedCards: Map<number, number>;
}

/** A school large enough for so many events, the same for the same dice. */
export function makeSchool(throwDice: Dice, events: number, days: School['days']): School {
  const count = Math.max(1, Math.round(events / EVENTS_PER_STUDENT));
  const inClasses = Math.round(count * IN_A_CLASS);
  const classCount = Math.max(1, Math.round(inClasses / CLASS_SIZE));
  const teachers = Array.from({ length: Math.ceil(classCount / 3) }, (_, index) => FIRST.teacher + index);
  const decks: SchoolDeck[] = [];
  const deletedCards = new Map<number, number>();
  const someDay = (): number => between(throwDice, days.first, days.last);

  let nextCard = FIRST.card;
  const addDeck = (ownerId: number | undefined, size: number): SchoolDeck => {
    const number = decks.length + 1;
    const deletedOn = ownerId !== undefined && number % DELETED.deck === 0 ? someDay() : NEVER;
    const deck = { id: FIRST.deck + number, ownerId, firstCard: nextCard, size, deletedOn };
    for (let card = nextCard; card < nextCard + size; card++)
      if (throwDice() < 1 / DELETED.card) deletedCards.set(card, someDay());
    nextCard += size;
    decks.push(deck);
    return deck;
  };

  const open = Array.from({ length: 8 }, () => addDeck(undefined, between(throwDice, 300, 1_000)));
  const classes = Array.from({ length: classCount }, (_, index): SchoolClass => {
    const teacherId = teachers[index % teachers.length]!;
    const owned = Array.from({ length: between(throwDice, 1, 3) }, () =>
      addDeck(teacherId, 60 + Math.floor(940 * throwDice() ** 2)),
    );
    return { id: FIRST.class + index, teacherId, decks: owned, exams: [] };
  });
  addExams(throwDice, classes, days);
  const students = Array.from({ length: count }, (_, index): SchoolStudent => {
    const own = index < inClasses ? classes[index % classes.length] : undefined;
    const chosen = [...(own?.decks ?? [])];
    const cards = chosen.reduce((sum, { size }) => sum + size, 0);
    if (cards < FEW_CARDS || throwDice() < 0.3) chosen.push(open[between(throwDice, 0, open.length - 1)]!);
    return { id: FIRST.student + index, ...habit(throwDice, days), class: own, decks: chosen };
  });
  return { days, teachers, students, classes, decks, deletedCards };
}

/** Half of them are there from the first weeks; later ones come mostly as a term begins; some stay only for months. */
function habit(throwDice: Dice, { first, last }: School['days']) {
  const late = throwDice() < 0.5 ? 0 : Math.floor(throwDice() * 4) * 150;
  const joined = Math.min(first + late + between(throwDice, 0, 25), last);
  const stays = throwDice() < 0.35 ? between(throwDice, 40, 400) : NEVER;
  const kind = throwDice();
  const zeal = kind < 0.05 ? 2.2 : kind < 0.2 ? 0.3 : 0.7 + throwDice() * 0.8;
  return { joined, left: Math.min(last + 1, joined + stays), zeal, forgetfulness: 0.3 + throwDice() * 0.6 };
}

function addExams(throwDice: Dice, classes: SchoolClass[], { first, last }: School['days']): void {
  let [examId, questionId] = [FIRST.exam, FIRST.exam];
  for (const { id: classId, teacherId, exams } of classes) {
    const count = between(throwDice, 3, 5);
    for (let index = 0; index < count; index++)
      exams.push({
        id: examId,
        classId,
        teacherId,
        day: first + Math.floor(((index + 0.3 + 0.6 * throwDice()) / count) * (last - first)),
        durationMinutes: 15 * between(throwDice, 1, 4),
        questions: Array.from({ length: between(throwDice, 15, 50) }, () => ({
          id: questionId++,
          key: OPTION_LETTERS[between(throwDice, 0, 3)]!,
        })),
        isDeleted: examId++ % DELETED.exam === 0,
      });
  }
}

/** What a student chose in an exam: most of it right, a few questions left out. */
export function answersTo(throwDice: Dice, { questions }: SchoolExam): Answers {
  const answers: Answers = {};
  for (const { id, key } of questions)
    if (throwDice() < 0.96)
      answers[id] = throwDice() < 0.65 ? key : OPTION_LETTERS[between(throwDice, 0, 3)]!;
  return answers;
}
