import {
  type CardField,
  type CardSide,
  type CardTexts,
  cardTextMax,
  forCardTexts,
  isCardSide,
} from '../card/card-fields.ts';
import { tidyOptional, tidyText } from '../tidy-text.ts';
import type { SourceRow } from './card-source.ts';
import type { ImportProblem, ImportProblemCode, ProblemParams } from './import-problems.ts';

/** A card of a file, as it is kept. */
export interface CardRow extends CardTexts {
  row: number;
  /** What the card is called where it comes from. */
  source_id: string | null;
  /** The name of its audio, in the archive or among the files. */
  audio: string | null;
}

/** Code units of an id, and of a path to an audio. */
const NAME_MAX = 300;

const LIMITS: Record<CardField, number> = { id: NAME_MAX, ...forCardTexts(cardTextMax), audio: NAME_MAX };

/** Reports a problem of the row. */
export type ReportProblem = (
  problem: Pick<ImportProblem, 'severity' | 'field' | 'code'> & { params?: ProblemParams },
) => void;

/** Returns the card in a row. Reports all that is wrong with it and then returns undefined. */
export function readCardRow(
  { row, values, instead }: SourceRow,
  reportProblem: ReportProblem,
): CardRow | undefined {
  if (!values) {
    reportProblem({ severity: 'error', field: null, code: 'not_a_card' });
    return undefined;
  }
  let isRight = true;
  const refuse = (field: CardField, code: ImportProblemCode, params: ProblemParams = {}): null => {
    isRight = false;
    reportProblem({ severity: 'error', field, code, params });
    return null;
  };
  const read = (field: CardField): string | null => {
    const value = values[field];
    if (value === undefined || value === null) return null;
    // Levels, and words such as 2026, are numbers in many a file.
    // Of a whole number too large for JavaScript the last digits are lost already.
    const isNumber = typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value));
    const text = isNumber ? String(value) : value;
    if (typeof text !== 'string') return refuse(field, 'not_text');
    // No database takes NUL; as a letter it stands for nothing.
    const kept = tidyOptional(text.replaceAll('\0', ''));
    return kept && kept.length > LIMITS[field] ? refuse(field, 'too_long', { max: LIMITS[field] }) : kept;
  };
  const side = (field: CardSide): string => {
    const wasRight = isRight;
    const text = read(field);
    const other = instead?.[field];
    if (text === null && isRight === wasRight) refuse(field, other ? `only_${other}` : `${field}_required`);
    return text ?? '';
  };
  const card: CardRow = {
    row,
    source_id: read('id'),
    ...(forCardTexts((name) => (isCardSide(name) ? side(name) : read(name))) as CardTexts),
    audio: read('audio'),
  };
  if (card.audio !== null && isOutside(card.audio)) refuse('audio', 'audio_path_refused');
  return isRight ? card : undefined;
}

/** True for a name that would lead out of the archive, or to a place on some machine. */
const isOutside = (name: string): boolean =>
  /^[/\\]|^[A-Za-z]:[/\\]|\p{Cc}/u.test(name) || tidyText(name).split(/[/\\]/).includes('..');
