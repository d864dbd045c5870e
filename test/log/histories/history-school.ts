import { FileQuota } from '../../../core/access/quotas.ts';
import { deleteCard } from '../../../core/card/card-changes.ts';
import { addDeck, deleteClass, removeDeck } from '../../../core/classroom/classroom-changes.ts';
import { approve, leave, reject, removeMember, requestToJoin } from '../../../core/classroom/membership.ts';
import { AppError } from '../../../core/contract/errors.ts';
import type { Database } from '../../../core/database.ts';
import { examStarted, examSubmitted } from '../../../core/exam/attempt/exam-event.ts';
import type { Answers, QuestionBody } from '../../../core/exam/exam.schema.ts';
import { deleteExam, updateExam } from '../../../core/exam/exam-changes.ts';
import type { Storage } from '../../../core/files/storage.ts';
import { cardReviewImported } from '../../../core/learning/answering/imported-answer.ts';
import { Appender, type NewEvent } from '../../../core/log/append/appender.ts';
import { derivedId } from '../../../core/log/append/derived-id.ts';
import { eraseAccount } from '../../../core/person/erase-account.ts';
import { deleteDeck } from '../../../core/trash/delete-deck.ts';
import { bringBackDeck } from '../../../core/trash/trash-decks.ts';
import { examBody } from '../../exam/given-exams.ts';
import { undo, weightsSet } from '../../learning/answering/given-undo.ts';
import { review } from '../given-events.ts';
import type { ChangeCommand, EventCommand } from './given-histories.ts';

const TEACHER = 1;
const CARDS_PER_DECK = 3;
const QUESTIONS = 3;

/**
 * The histories' students, decks, classes and exams, all one teacher's. Of history 0, 1, 2, … the students are 11 and 12,
 * 13 and 14, …; the decks 1 and 2, 3 and 4, …; the class and the exam 1, 2, …
 */
export class HistorySchool {
  readonly #database: Database;
  readonly #size: number;
  readonly #appender: Appender;
  readonly #sent = new Map<number, NewEvent[]>();
  /** Told what has been done, and not refused. */
  readonly #count: (what: string) => void;

  private constructor(database: Database, size: number, count: (what: string) => void) {
    this.#database = database;
    this.#size = size;
    this.#count = count;
    this.#appender = new Appender(database.pool);
  }

  static async open(database: Database, size: number, count: (what: string) => void): Promise<HistorySchool> {
    await database.pool.query(`
      insert into users (id, name, email, password_hash, role, time_zone) overriding system value
        select n, 'Lan', n || '@example.org', '', case when n = ${TEACHER} then 'teacher' else 'student' end, 'UTC'
        from generate_series(1, ${2 * size + 10}) n;
      insert into decks (id, user_id, title) overriding system value
        select n, ${TEACHER}, 'Words' from generate_series(1, ${2 * size}) n;
      insert into cards (id, deck_id, ordinal, front, back) overriding system value
        select ${CARDS_PER_DECK} * (deck - 1) + n, deck, n, 'front', 'back'
        from generate_series(1, ${2 * size}) deck, generate_series(1, ${CARDS_PER_DECK}) n;
      insert into classes (id, teacher_id, name) overriding system value
        select n, ${TEACHER}, '10A' from generate_series(1, ${size}) n;
      insert into class_decks (class_id, deck_id) select n, 2 * n - 1 from generate_series(1, ${size}) n;
      insert into class_members (class_id, student_id, status, joined_at)
        select n, 2 * n + 9, 'approved', now() from generate_series(1, ${size}) n;
      insert into class_members (class_id, student_id) select n, 2 * n + 10 from generate_series(1, ${size}) n;
      insert into exams (id, teacher_id, title, duration_minutes, main_content_type) overriding system value
        select n, ${TEACHER}, 'Unit 1', 30, 'none' from generate_series(1, ${size}) n;
      insert into exam_questions
        (id, exam_id, ordinal, question_text, option_a, option_b, option_c, option_d, correct_option)
        overriding system value
        select ${QUESTIONS} * (exam - 1) + n, exam, n, 'Which?', 'a', 'b', 'c', 'd', 'A'
        from generate_series(1, ${size}) exam, generate_series(1, ${QUESTIONS}) n;
      insert into exam_classes (exam_id, class_id) select n, n from generate_series(1, ${size}) n;
      select setval(pg_get_serial_sequence('exam_questions', 'id'), ${QUESTIONS * size})`);
    return new HistorySchool(database, size, count);
  }

  /** The histories that a row of a projection may be of. */
  historiesOf({ student_id, class_id }: Record<string, unknown>): number[] {
    if (typeof student_id === 'number') return [(student_id - 11) >> 1];
    const own = Number(class_id) - 1;
    return [own, (own + this.#size - 1) % this.#size];
  }

  readonly #student = (history: number, who: 0 | 1): number => 2 * history + 11 + who;
  readonly #deck = (history: number, deck: 0 | 1 | 2): number =>
    ((2 * history + deck) % (2 * this.#size)) + 1;
  readonly #class = (history: number, which: 0 | 1): number => ((history + which) % this.#size) + 1;
  readonly #card = (history: number, card: number): number => 2 * CARDS_PER_DECK * history + 1 + card;
  readonly #question = (history: number, index: number): number => QUESTIONS * history + 1 + index;

  /** Appends what the students of all histories say, in order. */
  async append(commands: (readonly [history: number, EventCommand])[]): Promise<void> {
    const events = commands.flatMap(([history, command]) => {
      const events = this.#eventsOf(history, command);
      if (events.length) this.#count(command.do);
      return events;
    });
    const outcomes = await Promise.allSettled(events.map((event) => this.#appender.append(event)));
    // A second submission of an exam with other answers; a student who is erased.
    for (const outcome of outcomes)
      if (
        outcome.status === 'rejected' &&
        !['idempotency_conflict', 'unauthenticated'].includes(outcome.reason?.code)
      )
        throw outcome.reason;
  }

  #eventsOf(history: number, command: EventCommand): NewEvent[] {
    const studentId = this.#student(history, command.who);
    const sent = this.#sent.get(studentId) ?? [];
    this.#sent.set(studentId, sent);
    const named = (event: NewEvent): NewEvent => {
      const own = { ...event, id: derivedId(`${studentId} ${sent.length}`) };
      sent.push(own);
      return own;
    };
    const reviews = sent.filter(({ type }) => type === 'CardReviewed');
    switch (command.do) {
      case 'answer':
        return [named(this.#review(history, command))];
      case 'bring along':
        return [this.#imported(history, command)];
      case 'undo': {
        const undone = reviews.at(-1 - (command.back % Math.max(1, reviews.length)));
        return undone ? [undo(studentId, undone)] : [];
      }
      case 'undo in vain':
        return this.#undoInVain(studentId, command.of, { named, sent });
      case 'repeat': {
        const again = sent.at(-1 - (command.back % Math.max(1, sent.length)));
        return again ? [again] : [];
      }
      case 'set weights':
        return [named(weightsSet(studentId, { 0: command.isOutOfRange ? 1_000 : command.stability }))];
      case 'open exam':
        return [examStarted({ exam_id: history + 1, duration_minutes: 30 }, studentId, Date.UTC(2026, 2, 9))];
      case 'submit': {
        const answers = command.answers.flatMap((letter, index) =>
          letter ? [[this.#question(history, index), letter]] : [],
        );
        const data = {
          exam_id: history + 1,
          answers: Object.fromEntries(answers) as Answers,
          time_spent: 60,
          late: command.late,
          by: command.by,
        };
        return [examSubmitted(data, { studentId, key: '', at: Date.UTC(2026, 2, 9) })];
      }
      default:
        return command satisfies never;
    }
  }

  #imported(history: number, brought: Extract<EventCommand, { do: 'bring along' }>): NewEvent {
    const { grade, meaning, card, day, minute } = brought;
    return cardReviewImported({
      studentId: this.#student(history, brought.who),
      deckId: this.#deck(history, card < CARDS_PER_DECK ? 0 : 1),
      cardId: this.#card(history, card),
      meaning,
      at: Date.UTC(2026, 2, day, 5, minute, 0, 125),
      grade,
      timeZone: 'UTC',
    });
  }

  #review(history: number, answer: Extract<EventCommand, { do: 'answer' }>): NewEvent {
    const day = `2026-03-${String(answer.day).padStart(2, '0')}`;
    const event = review(this.#student(history, answer.who), {
      deck_id: this.#deck(history, answer.card < CARDS_PER_DECK ? 0 : 1),
      card_id: this.#card(history, answer.card),
      rating: answer.rating,
      first_status: answer.first,
      tries: answer.tries,
      time_spent: answer.seconds,
      day,
    });
    const { asked } = answer;
    const version = asked?.meaning ? 3 : asked ? 2 : 1;
    this.#count(`version ${version}`);
    if (asked) Object.assign(event, { version, data: { ...event.data, ...asked } });
    return { ...event, occurredAt: new Date(`${day}T05:${String(answer.minute).padStart(2, '0')}:00.125Z`) };
  }

  #undoInVain(
    studentId: number,
    of: Extract<EventCommand, { do: 'undo in vain' }>['of'],
    { named, sent }: { named: (event: NewEvent) => NewEvent; sent: NewEvent[] },
  ): NewEvent[] {
    const data = {
      deck_id: this.#deck((studentId - 11) >> 1, 0),
      card_id: this.#card((studentId - 11) >> 1, 0),
    };
    switch (of) {
      case 'nothing':
        return [undo(studentId, review(studentId, data))];
      case 'another student': {
        const [theirs] = this.#sent.get(studentId % 2 ? studentId + 1 : studentId - 1) ?? [];
        return theirs?.type === 'CardReviewed' ? [undo(studentId, theirs)] : [];
      }
      case 'weights': {
        const weights = sent.findLast(({ type }) => type === 'SchedulerWeightsSet');
        return weights ? [undo(studentId, { ...weights, data })] : [];
      }
      case 'the future': {
        const next = named(review(studentId, data));
        return [undo(studentId, next), next];
      }
      default:
        return of satisfies never;
    }
  }

  /** Changes what is beside the log, as its people would; what the product refuses is none. */
  async change(history: number, command: ChangeCommand): Promise<void> {
    try {
      await this.#change(history, command);
      this.#count(command.do);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async #change(history: number, command: ChangeCommand): Promise<void> {
    const { pool } = this.#database;
    const exam = history + 1;
    switch (command.do) {
      case 'ask':
      case 'approve':
      case 'join':
      case 'reject':
      case 'leave':
      case 'remove': {
        const place = [this.#class(history, command.class), this.#student(history, command.who)] as const;
        if (command.do === 'ask' || command.do === 'join') await requestToJoin(pool, ...place);
        if (command.do === 'approve' || command.do === 'join') await approve(pool, ...place);
        if (command.do === 'reject') await reject(pool, ...place);
        if (command.do === 'leave') await leave(pool, ...place);
        if (command.do === 'remove') await removeMember(pool, ...place);
        return;
      }
      case 'add deck':
        return addDeck(pool, this.#class(history, command.class), this.#deck(history, command.deck));
      case 'remove deck':
        return removeDeck(pool, this.#class(history, command.class), this.#deck(history, command.deck));
      case 'change key':
        return updateExam(pool, exam, examBody('', { questions: this.#questions(history, command) }));
      case 'delete card': {
        const deckId = this.#deck(history, command.card < CARDS_PER_DECK ? 0 : 1);
        const editor = { id: TEACHER, isAdmin: false };
        return deleteCard(pool, { deckId, cardId: this.#card(history, command.card), editor });
      }
      case 'erase': {
        const personId = this.#student(history, command.who);
        await eraseAccount(pool, { personId, actorId: TEACHER, reason: 'administrator' });
        return;
      }
      case 'delete deck':
        return deleteDeck(pool, TEACHER, this.#deck(history, command.deck));
      case 'bring back deck': {
        const deckId = this.#deck(history, command.deck);
        // It may be in the trash already.
        await deleteDeck(pool, TEACHER, deckId).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
        const files = new FileQuota(pool, {} as Storage, { files: 1, bytes: 1 });
        const account = { id: TEACHER, role: 'teacher' as const };
        const roomOf = () => ({ max: 2 * this.#size, files });
        return bringBackDeck(pool, { deckId, account, roomOf });
      }
      case 'delete class':
        return deleteClass(pool, this.#class(history, 0));
      case 'delete exam':
        return deleteExam(pool, exam);
      default:
        command satisfies never;
    }
  }

  #questions(
    history: number,
    { key, isKept, added }: Extract<ChangeCommand, { do: 'change key' }>,
  ): QuestionBody[] {
    const letters = examBody([...key, ...(added ? [added] : [])].join('')).questions;
    return letters.flatMap((question, index) => {
      if (index >= key.length) return question;
      return isKept[index] ? { id: this.#question(history, index), ...question } : [];
    });
  }

  close(): Promise<void> {
    return this.#appender.close();
  }
}
