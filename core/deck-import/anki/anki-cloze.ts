import {
  CARD_SIDES,
  type CardField,
  type CardSide,
  cardTextMax,
  isCardSide,
  isCardText,
} from '../../contract/card-fields.ts';
import { fittingText, plainText } from '../../text/marked-text.ts';
import { fromCellText } from '../../text/spreadsheet-cell.ts';
import { oneOrAll } from '../cards/named-files.ts';
import type { AnkiText } from '../formats/page-marks.ts';
import type { AnkiPicture } from '../formats/page-text.ts';

/** How deeply Anki reads gaps within gaps. */
const DEPTH_MAX = 10;

/** A text with gaps (`{{c1::answer::hint}}`), as it is asked and as it is answered. */
interface Cloze {
  question: string;
  answer: string;
  /** What the question shows in place of the gaps that are asked, alone. */
  gaps: string;
}

interface Gap {
  opening: string;
  isAsked: boolean;
  question: string;
  answer: string;
  hint: string | undefined;
}

/**
 * Reads the gaps of a field. The question has `[…]` or `[hint]` for the gaps of one number, or for all when none is
 * given; all others, and the answer, are filled in. Returns undefined without such a gap. What hides a part of a
 * picture is left out.
 */
export function readCloze(html: string, asked?: number): Cloze | undefined {
  const marks = /\{\{c[\d,]{1,20}::|\}\}/g;
  const gaps: Gap[] = [];
  let question = '';
  let answer = '';
  const shownGaps: string[] = [];
  let at = 0;
  const add = (text: string): void => {
    const gap = gaps.at(-1);
    if (!gap) {
      question += text;
      answer += text;
      return;
    }
    const hint = text.startsWith('image-occlusion:') ? -1 : text.indexOf('::');
    const shown = hint < 0 ? text : text.slice(0, hint);
    gap.question += shown;
    gap.answer += shown;
    if (hint >= 0) gap.hint = text.slice(hint + 2);
  };
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    add(html.slice(at, mark.index));
    at = marks.lastIndex;
    if (mark[0] !== '}}') {
      const [opening] = mark;
      const isAsked = asked === undefined || numbersOf(opening).includes(asked);
      if (gaps.length < DEPTH_MAX) gaps.push({ opening, isAsked, question: '', answer: '', hint: undefined });
      continue;
    }
    const gap = gaps.pop();
    if (!gap) {
      add('}}');
      continue;
    }
    const outer = gaps.at(-1);
    const isPicture = gap.answer.startsWith('image-occlusion:');
    const shown = gap.isAsked ? `[${gap.hint?.trim() || '…'}]` : gap.question;
    if (gap.isAsked) shownGaps.push(shown);
    if (isPicture) continue;
    if (outer) {
      outer.question += shown;
      outer.answer += gap.answer;
    } else {
      question += shown;
      answer += gap.answer;
    }
  }
  add(html.slice(at));
  if (shownGaps.length === 0) return undefined;
  // What was opened and never closed is text.
  const rest = gaps
    .map(({ opening, answer: text, hint }) => opening + text + (hint === undefined ? '' : `::${hint}`))
    .join('');
  return { question: question + rest, answer: answer + rest, gaps: shownGaps.join(', ') };
}

const numbersOf = (opening: string): number[] => opening.slice(3, -2).split(',').map(Number);

/** The numbers of the gaps in a field, in order. */
export function gapNumbers(html: string): number[] {
  const numbers = [...html.matchAll(/\{\{c[\d,]{1,20}::/g)].flatMap(([opening]) => numbersOf(opening));
  return [...new Set(numbers)].filter((number) => number > 0).sort((one, other) => one - other);
}

/** What begins a gap, or was meant to. */
const GAP_MARK = /\{\{c[\d,]{1,20}:/;
/** Code units of a text whose gaps are read: a line of a list holds one note. */
const GAPS_MAX = 20_000;

/** Returns whether a text has the marks of gaps. */
export const hasGapMark = (text: string): boolean => text.includes('{{c') && GAP_MARK.test(text);

/** The text with its gaps filled in. */
export const filledIn = (text: string): string =>
  (hasGapMark(text) ? readCloze(text)?.answer : undefined) ?? text;

/** The card of one gap: the texts of each side, every one on a line of its own. */
export interface GapCard {
  number: number;
  front: string[];
  back: string[];
  /** It asks for a part of a picture, which no card can hide. */
  isPicture: boolean;
}

/**
 * Returns the cards of a note with gaps of which only its texts are known: one for each number, as a package gives them.
 * The field with the gaps is asked and answered, the other one stands behind the answer. Where the gaps are in the
 * second field, the first is asked with it; `areNamed` says that it is called the back, of which marks are text. Returns
 * undefined for texts without gaps, `broken` where a mark begins none.
 */
export function gapCards(front: string, back: string, areNamed = false): GapCard[] | 'broken' | undefined {
  const [isFront, isBack] = [hasGapMark(front), hasGapMark(back)];
  if (!isFront && (!isBack || areNamed)) return undefined;
  const marked = [...(isFront ? [front] : []), ...(isBack ? [back] : [])];
  if (marked.some((text) => !isReadable(text))) return 'broken';
  const numbers = [...new Set(marked.flatMap(gapNumbers))].sort((one, other) => one - other);
  const asked = isBack ? [front, back] : [front];
  const seen = new Set<string>();
  const isPicture = marked.some((text) => text.includes('image-occlusion:'));
  return numbers.flatMap((number) => {
    const question = asked.map((text) => readCloze(text, number)?.question ?? filledIn(text));
    if (seen.has(JSON.stringify(question))) return [];
    seen.add(JSON.stringify(question));
    const answer = isFront ? [filledIn(front), filledIn(back)] : [filledIn(back)];
    return [{ number, front: question, back: answer, isPicture }];
  });
}

/** Whether each mark begins a gap that ends, with a number from 1. */
function isReadable(text: string): boolean {
  const openings = text.length <= GAPS_MAX ? [...text.matchAll(/\{\{c[\d,]{1,20}:/g)] : [];
  const numbers = gapNumbers(text);
  return (
    openings.length > 0 &&
    numbers.length > 0 &&
    !openings.some(([mark]) => !/[1-9]/.test(mark)) &&
    !GAP_MARK.test(filledIn(text))
  );
}

/** What reads the HTML of a cell. */
export type ReadHtml = (html: string) => AnkiText;

/** A card of a row of a table; of which gap it is where the row has gaps. */
export interface CellCard {
  values: Record<string, unknown>;
  gap?: Pick<GapCard, 'number' | 'isPicture'>;
}

/**
 * Returns the cards of the cells of a row: one, or one for each gap. `places` says which cell is which field; `readHtml`
 * reads cells that hold HTML, as Anki's do. A row with a gap that cannot be read is a card as it stands, and `isBroken`.
 * So is one of which it is not sure how it is cut, without being broken. `areNamed`: the columns have names of sides.
 */
export function cardsOfCells(
  cells: readonly string[],
  places: readonly (readonly [CardField, number])[],
  {
    readHtml,
    isSure = true,
    areNamed = false,
  }: { readHtml?: ReadHtml | undefined; isSure?: boolean; areNamed?: boolean } = {},
): { cards: CellCard[]; isBroken: boolean } {
  const given = new Map(places.map(([field, place]) => [field, fromCellText(cells[place] ?? '')]));
  const found = isSure ? gapCards(given.get('front') ?? '', given.get('back') ?? '', areNamed) : undefined;
  const isBroken = found === 'broken';
  if (isBroken || !found) return { cards: [{ values: valuesOf(given, undefined, readHtml) }], isBroken };
  const cards = found.map((gap) => ({ values: valuesOf(given, gap, readHtml), gap }));
  return { cards, isBroken };
}

const asText = (text: string): AnkiText => ({ text, sounds: [], pictures: [] });

function valuesOf(
  given: ReadonlyMap<CardField, string>,
  gap: GapCard | undefined,
  readHtml: ReadHtml | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const sounds: string[] = [];
  const pictures: Partial<Record<CardSide, AnkiPicture[]>> = {};
  const read = readHtml ?? asText;
  for (const [field, cell] of given) {
    if (field === 'id') {
      // As the cards of a note are called in a package.
      values.id = gap && gap.number > 1 && cell !== '' ? `${cell}#${gap.number}` : cell;
      continue;
    }
    const texts =
      gap && isCardSide(field)
        ? gap[field]
        : [isCardText(field) && !isCardSide(field) ? filledIn(cell) : cell];
    const found = texts.map(read);
    const text = found.length === 1 ? found[0]!.text : joinTexts(...found.map((one) => one.text));
    values[field] = !readHtml
      ? text
      : isCardText(field)
        ? fittingText(text, cardTextMax(field))
        : plainText(text);
    sounds.push(...found.flatMap((one) => one.sounds));
    if (isCardSide(field)) pictures[field] = found.flatMap((one) => one.pictures);
  }
  // What is asked with a picture shows it already.
  if (gap)
    pictures.back = pictures.back?.filter(({ name }) => !pictures.front?.some((one) => one.name === name));
  for (const side of CARD_SIDES) {
    const shown = pictures[side] ?? [];
    if (shown.length === 0) continue;
    values[`${side}_picture`] ||= oneOrAll(shown.map(({ name }) => name));
    values[`${side}_picture_alt`] ||= oneOrAll(shown.map(({ alt }) => alt));
  }
  if (sounds.length > 0 && !values.audio) values.audio = oneOrAll(gap ? [...new Set(sounds)] : sounds);
  return values;
}

/** Those of these texts that say something, one below the other. */
export const joinTexts = (...texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join('\n');
