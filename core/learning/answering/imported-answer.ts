import { hash } from 'node:crypto';
import { derivedId } from '../../log/append/derived-id.ts';
import type { NewEvent } from '../../log/define-event.ts';
import { CardReviewImported, CardReviewImportedV1 } from '../learning.events.ts';
import type { ImportedAnswer } from '../memory/memory.ts';
import { studyDay } from '../study-day.ts';

/** An answer that Anki has logged, and the card here that it was given to. */
export interface LoggedAnswer {
  studentId: number;
  deckId: number;
  cardId: number;
  /** Which meaning the card has now. */
  meaning: number;
  /** When it was given, milliseconds since 1970: no two answers of a collection have the same. */
  at: number;
  grade: ImportedAnswer['grade'];
  timeZone: string;
}

/**
 * Makes the event of an answer that was given elsewhere. Its id is derived from student, card and moment, so that it
 * can be there once. What the client said leaves out what may change between two imports, such as the deck or the time
 * zone.
 */
export function cardReviewImported(answer: LoggedAnswer): NewEvent {
  const { studentId, deckId, cardId, meaning, at, grade, timeZone } = answer;
  const words = `CardReviewImported ${studentId} ${cardId} anki ${at}`;
  return CardReviewImported.make(CardReviewImportedV1, {
    studentId,
    id: derivedId(words),
    data: {
      deck_id: deckId,
      card_id: cardId,
      grade,
      day: studyDay(at, timeZone),
      ...(meaning > 1 && { meaning }),
      source: 'anki',
    },
    hash: hash('sha256', `${words} ${grade}`, 'hex'),
    occurredAt: new Date(at),
  });
}
