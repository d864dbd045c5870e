/** A row of the log in an Anki collection. */
export interface AnkiAnswer {
  /** The card's id in Anki. */
  card: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The button: 1 again, 2 hard, 3 good, 4 easy; 0 where none was pressed. */
  ease: number;
  /** 0 learning, 1 review, 2 relearning, 3 in a filtered deck, 4 changed by hand, 5 planned again. */
  type: number;
  /** False where Anki has kept no ease after it: it moved nothing, or forgot the card. */
  has_factor: number;
}

/** SQL of the log in a collection, by card. What Anki would never write there is passed over. */
export const ANSWERS = `
  SELECT CAST(cid AS TEXT) AS card, id AS at, ease, type, factor <> 0 AS has_factor FROM revlog NOT INDEXED
  WHERE typeof(id) = 'integer' AND id BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
    AND typeof(ease) = 'integer' AND ease BETWEEN 0 AND 4 AND typeof(type) = 'integer' AND type BETWEEN 0 AND 9
    AND factor IS NOT NULL
  ORDER BY 1, 2`;

/** The answers to the card of a row, the earliest first. */
export interface CardAnswers {
  row: number;
  times: number[];
  /** FSRS's: 1 again, 2 hard, 3 good, 4 easy. */
  grades: number[];
}

/** Nothing was answered in Anki before; what is dated so was dated by a clock that was never set. */
const EARLIEST = Date.UTC(2000, 0, 1);

const FILTERED = 3;
const BY_HAND = 4;

/**
 * True for an answer that says how well the card was remembered. In a filtered deck that is a review ahead of its day; a
 * mere preview, of which Anki keeps no ease, moved nothing there either.
 */
const isAnswer = ({ ease, type, has_factor }: AnkiAnswer): boolean =>
  ease >= 1 && ease <= 4 && (type < FILTERED || (type === FILTERED && has_factor === 1));

/** True where a card was made new again: what was answered before counts no more. */
const isReset = ({ ease, type, has_factor }: AnkiAnswer): boolean =>
  type === BY_HAND && ease === 0 && has_factor === 0;

/**
 * Groups the answers of a collection by the rows of their cards. Leaves out cards that were never known: they are as
 * new.
 * @param logged by card, each earliest first
 * @param rowOf the row of an Anki id
 * @param now milliseconds since 1970; what is later was dated by a wrong clock
 */
export function* answersOfRows(
  logged: Iterable<AnkiAnswer>,
  rowOf: ReadonlyMap<string, number>,
  now: number,
): Generator<CardAnswers> {
  let card: string | undefined;
  let found: CardAnswers | undefined;
  const isKnown = (answers: CardAnswers | undefined): answers is CardAnswers =>
    answers?.grades.some((grade) => grade > 1) ?? false;
  for (const answer of logged) {
    if (answer.card !== card) {
      if (isKnown(found)) yield found;
      card = answer.card;
      const row = rowOf.get(card);
      found = row === undefined ? undefined : { row, times: [], grades: [] };
    }
    if (!found) continue;
    if (isReset(answer)) found = { row: found.row, times: [], grades: [] };
    const { at, ease } = answer;
    if (!isAnswer(answer) || at < EARLIEST || at > now || at <= (found.times.at(-1) ?? 0)) continue;
    found.times.push(at);
    found.grades.push(ease);
  }
  if (isKnown(found)) yield found;
}
