import {
  type CardField,
  type CardSide,
  type CardTexts,
  cardTextMax,
  FILE_USES,
  type FileUse,
  fileFieldOf,
  forCardTexts,
  isCardSide,
} from '../../contract/card-fields.ts';
import { PICTURE_ALT_MAX } from '../../contract/card-limits.ts';
import { graphemeCount } from '../../text/grapheme-count.ts';
import { TAG_LETTERS_MAX, TAGS_MAX, tidyTags } from '../../text/tags.ts';
import { tidyOptional, tidyText } from '../../text/tidy-text.ts';
import { PICTURE_SIDE, type SourceRow } from './card-source.ts';
import type { ImportProblem, ImportProblemCode, ProblemParams } from './import-problems.ts';
import { type NamedFile, namesIn, type RowFiles, setNamed } from './named-files.ts';

/** A card of a file, as it is kept. */
export interface CardRow extends CardTexts, RowFiles {
  row: number;
  /** What the card is called where it comes from. */
  source_id: string | null;
  /** Null where the file says nothing of them: the card keeps those that it has. */
  tags: string[] | null;
}

/** Code units of an id, and of a path to an audio. */
const NAME_MAX = 300;

const LIMITS: Record<Exclude<CardField, 'tags'>, number> = {
  id: NAME_MAX,
  ...forCardTexts(cardTextMax),
  // Each name of it by itself.
  audio: Number.POSITIVE_INFINITY,
  // Cut off: a picture refuses no card.
  front_picture: Number.POSITIVE_INFINITY,
  front_picture_alt: PICTURE_ALT_MAX,
  back_picture: Number.POSITIVE_INFINITY,
  back_picture_alt: PICTURE_ALT_MAX,
};

const LINE = /\r\n|\r|\n/;

/** Reports a problem of the row. */
export type ReportProblem = (
  problem: Pick<ImportProblem, 'severity' | 'field' | 'code'> & { params?: ProblemParams },
) => void;

/**
 * Returns the card in a row. Reports all that is wrong with it and then returns undefined. `isThere` says whether a file
 * has a name as it stands: others may be several names.
 */
export function readCardRow(
  { row, values, instead, fault }: SourceRow,
  reportProblem: ReportProblem,
  isThere: (name: string) => boolean = () => false,
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
  const textOf = (field: Exclude<CardField, 'tags'>, value: unknown): string | null => {
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
  const read = (field: Exclude<CardField, 'tags'>): string | null => textOf(field, values[field]);
  const namesOf = (use: FileUse): string[] => {
    const field = fileFieldOf(use);
    const given = values[field];
    if (given === undefined || given === null || given === '') return [];
    const names = Array.isArray(given)
      ? given.map((one) => textOf(field, one) ?? '').filter((name) => name !== '')
      : namesIn(
          typeof given === 'string' ? given.replaceAll('\0', '') : (textOf(field, given) ?? ''),
          isThere,
        );
    return [...new Set(names.map((name) => (use === 'audio' ? name : name.slice(0, NAME_MAX))))];
  };
  const filesOf = (use: FileUse): NamedFile[] => {
    const names = namesOf(use);
    if (names.length === 0) return [];
    if (use === 'audio') return names.map((name) => ({ use, name, alt: null }));
    const field = `${use}_picture_alt` as const;
    const given = values[field];
    // Of several pictures the texts stand as their names do: in a list, or one a line.
    const alts =
      names.length > 1 && typeof given === 'string'
        ? given.split(LINE)
        : Array.isArray(given)
          ? given
          : [given];
    return names.map((name, place) => ({ use, name, alt: textOf(field, alts[place]) }));
  };
  const files = { front: filesOf('front'), back: filesOf('back') };
  const side = (field: CardSide): string => {
    const wasRight = isRight;
    const text = read(field);
    if (text !== null || isRight !== wasRight) return text ?? '';
    const [picture] = files[field];
    if (picture) return (field === 'back' && picture.alt) || PICTURE_SIDE;
    const other = instead?.[field];
    refuse(field, other ? `only_${other}` : `${field}_required`);
    return '';
  };
  const card: CardRow = {
    row,
    source_id: read('id'),
    ...(forCardTexts((name) => (isCardSide(name) ? side(name) : read(name))) as CardTexts),
    audio: null,
    front_picture: null,
    front_picture_alt: files.front.length > 0 ? null : read('front_picture_alt'),
    back_picture: null,
    back_picture_alt: files.back.length > 0 ? null : read('back_picture_alt'),
    further: [],
    incomplete: [],
    tags: readTags(values.tags, reportProblem),
  };
  const audio = filesOf('audio');
  for (const use of FILE_USES) setNamed(card, use, use === 'audio' ? audio : files[use]);
  if (audio.some(({ name }) => name.length > NAME_MAX)) refuse('audio', 'too_long', { max: NAME_MAX });
  if (audio.some(({ name }) => isOutside(name))) refuse('audio', 'audio_path_refused');
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
