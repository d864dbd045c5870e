import { CARD_LABEL_MAX, CARD_SIDE_MAX, CARD_TEXT_MAX } from '../card/card-limits.ts';
import { tidyOptional, tidyText } from '../tidy-text.ts';
import type { SourceRow } from './card-source.ts';
import type { ImportProblem, ImportProblemCode, ProblemParams } from './import-problems.ts';

/** A card of a file, as it is kept. */
export interface CardRow {
  row: number;
  /** What the card is called where it comes from. */
  source_id: string | null;
  front: string;
  back: string;
  example_sentence: string | null;
  definition: string | null;
  part_of_speech: string | null;
  level: string | null;
  /** The name of its audio, in the archive or among the files. */
  audio: string | null;
}

/** Code units of an id, and of a path to an audio. */
const NAME_MAX = 300;

const LIMITS = {
  id: NAME_MAX,
  front: CARD_SIDE_MAX,
  back: CARD_SIDE_MAX,
  example_sentence: CARD_TEXT_MAX,
  definition: CARD_TEXT_MAX,
  part_of_speech: CARD_LABEL_MAX,
  level: CARD_LABEL_MAX,
  audio: NAME_MAX,
};
type Field = keyof typeof LIMITS;

/** Tells of a problem of the row. */
export type Tell = (
  problem: Pick<ImportProblem, 'severity' | 'field' | 'code'> & { params?: ProblemParams },
) => void;

/** The card in a row; undefined when something is wrong with it, all of which is told. */
export function readCardRow({ row, values }: SourceRow, tell: Tell): CardRow | undefined {
  if (!values) {
    tell({ severity: 'error', field: null, code: 'not_a_card' });
    return undefined;
  }
  let isRight = true;
  const refuse = (field: Field, code: ImportProblemCode, params: ProblemParams = {}): null => {
    isRight = false;
    tell({ severity: 'error', field, code, params });
    return null;
  };
  const read = (field: Field): string | null => {
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
  const side = (field: 'front' | 'back', missing: ImportProblemCode): string => {
    const wasRight = isRight;
    const text = read(field);
    if (text === null && isRight === wasRight) refuse(field, missing);
    return text ?? '';
  };
  const card: CardRow = {
    row,
    source_id: read('id'),
    front: side('front', 'front_required'),
    back: side('back', 'back_required'),
    example_sentence: read('example_sentence'),
    definition: read('definition'),
    part_of_speech: read('part_of_speech'),
    level: read('level'),
    audio: read('audio'),
  };
  if (card.audio !== null && isOutside(card.audio)) refuse('audio', 'audio_path_refused');
  return isRight ? card : undefined;
}

/** True for a name that would lead out of the archive, or to a place on some machine. */
const isOutside = (name: string): boolean =>
  /^[/\\]|^[A-Za-z]:[/\\]|\p{Cc}/u.test(name) || tidyText(name).split(/[/\\]/).includes('..');
