import {
  type CardField,
  type CardSide,
  type CardTexts,
  cardTextMax,
  forCardTexts,
  isCardSide,
  type PictureField,
} from '../../contract/card-fields.ts';
import { PICTURE_ALT_MAX } from '../../contract/card-limits.ts';
import { graphemeCount } from '../../text/grapheme-count.ts';
import { TAG_LETTERS_MAX, TAGS_MAX, tidyTags } from '../../text/tags.ts';
import { tidyOptional, tidyText } from '../../text/tidy-text.ts';
import { PICTURE_SIDE, type SourceRow } from './card-source.ts';
import type { ImportProblem, ImportProblemCode, ProblemParams } from './import-problems.ts';

/** The names of a card's pictures, as `audio` is named, and the texts for those who do not see them. */
type NamedPictures = Record<PictureField, string | null>;

/** A card of a file, as it is kept. */
export interface CardRow extends CardTexts, NamedPictures {
  row: number;
  /** What the card is called where it comes from. */
  source_id: string | null;
  /** The name of its audio, in the archive or among the files. */
  audio: string | null;
  /** Null where the file says nothing of them: the card keeps those that it has. */
  tags: string[] | null;
}

/** Code units of an id, and of a path to an audio. */
const NAME_MAX = 300;

const LIMITS: Record<Exclude<CardField, 'tags'>, number> = {
  id: NAME_MAX,
  ...forCardTexts(cardTextMax),
  audio: NAME_MAX,
  // Cut off: a picture refuses no card.
  front_picture: Number.POSITIVE_INFINITY,
  front_picture_alt: PICTURE_ALT_MAX,
  back_picture: Number.POSITIVE_INFINITY,
  back_picture_alt: PICTURE_ALT_MAX,
};

/** Reports a problem of the row. */
export type ReportProblem = (
  problem: Pick<ImportProblem, 'severity' | 'field' | 'code'> & { params?: ProblemParams },
) => void;

/** Returns the card in a row. Reports all that is wrong with it and then returns undefined. */
export function readCardRow(
  { row, values, instead, fault }: SourceRow,
  reportProblem: ReportProblem,
): CardRow | undefined {
  if (fault) {
    reportProblem({ severity: 'error', field: null, ...fault });
    return undefined;
  }
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
  const read = (field: Exclude<CardField, 'tags'>): string | null => {
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
    if (text !== null || isRight !== wasRight) return text ?? '';
    if (read(`${field}_picture`) !== null)
      return (field === 'back' && read('back_picture_alt')) || PICTURE_SIDE;
    const other = instead?.[field];
    refuse(field, other ? `only_${other}` : `${field}_required`);
    return '';
  };
  const card: CardRow = {
    row,
    source_id: read('id'),
    ...(forCardTexts((name) => (isCardSide(name) ? side(name) : read(name))) as CardTexts),
    audio: read('audio'),
    front_picture: read('front_picture')?.slice(0, NAME_MAX) ?? null,
    front_picture_alt: read('front_picture_alt'),
    back_picture: read('back_picture')?.slice(0, NAME_MAX) ?? null,
    back_picture_alt: read('back_picture_alt'),
    tags: readTags(values.tags, reportProblem),
  };
  if (card.audio !== null && isOutside(card.audio)) refuse('audio', 'audio_path_refused');
  return isRight ? card : undefined;
}

/** Returns the tags of a card. What is no tag, or one too many, is left out with a warning: it refuses no card. */
function readTags(value: unknown, reportProblem: ReportProblem): string[] | null {
  if (value === undefined || value === null) return null;
  const given = (Array.isArray(value) ? value : [value])
    .filter((tag) => typeof tag === 'string' || typeof tag === 'number')
    .map((tag) => String(tag).replaceAll('\0', ''));
  const tags = tidyTags(given);
  const kept = tags.filter((tag) => graphemeCount(tag) <= TAG_LETTERS_MAX).slice(0, TAGS_MAX);
  const leftOut = tags.filter((tag) => !kept.includes(tag));
  if (leftOut.length > 0)
    reportProblem({
      severity: 'warning',
      field: 'tags',
      code: 'tags_left_out',
      params: { names: shortened(leftOut.join(', ')), max: TAGS_MAX, letters: TAG_LETTERS_MAX },
    });
  return kept;
}

const NAMES_MAX = 200;

const shortened = (text: string): string =>
  text.length > NAMES_MAX ? `${text.slice(0, NAMES_MAX - 1)}…`.toWellFormed() : text;

/** True for a name that would lead out of the archive, or to a place on some machine. */
const isOutside = (name: string): boolean =>
  /^[/\\]|^[A-Za-z]:[/\\]|\p{Cc}/u.test(name) || tidyText(name).split(/[/\\]/).includes('..');
