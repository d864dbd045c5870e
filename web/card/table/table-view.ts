import type { TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { CARD_TEXT_NAMES, type CardTextName } from '../../../core/contract/card-fields.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import { comparedAs, searchedAs } from '../../../core/text/normal-form.ts';
import { tagKey } from '../../../core/text/tags.ts';

export type TextColumn = CardTextName | 'tags';
export type TableColumn = TextColumn | 'audio';

export const TABLE_COLUMNS: readonly TableColumn[] = [...CARD_TEXT_NAMES, 'tags', 'audio'];

export const isTextColumn = (column: TableColumn): column is TextColumn => column !== 'audio';

/** What a cell says, and what is typed into it. */
export const cellText = (card: TableCard, column: TextColumn): string =>
  column === 'tags' ? card.tags.join(', ') : (card[column] ?? '');

export interface TableSort {
  column: TableColumn;
  isDown: boolean;
}

export interface TableView {
  search: string;
  /** By its key. */
  tag: string | null;
  /** Only cards whose front another one has. */
  isDuplicates: boolean;
  sort: TableSort | null;
}

export const WHOLE_DECK: TableView = { search: '', tag: null, isDuplicates: false, sort: null };

/** Returns whether the cards stand as they do in the deck, all of them: only then do they have places to be moved to. */
export const isDeckOrder = ({ search, tag, isDuplicates, sort }: TableView): boolean =>
  search.trim() === '' && tag === null && !isDuplicates && sort === null;

export function shownCards(
  cards: readonly TableCard[],
  { search, tag, isDuplicates, sort }: TableView,
  locale: string,
): TableCard[] {
  const wanted = searchedAs(search);
  let shown = cards.filter(
    (card) =>
      (wanted === '' || CARD_TEXT_NAMES.some((name) => contains(card[name] ?? '', wanted))) &&
      (tag === null || card.tags.some((one) => tagKey(one) === tag)),
  );
  if (isDuplicates) {
    const groups = duplicateGroups(cards);
    shown = shown
      .filter(({ id }) => groups.has(id))
      // Those of one front stand together, where the first of them stands.
      .sort((a, b) => groups.get(a.id)! - groups.get(b.id)!);
  }
  return sort ? sorted(shown, sort, locale) : shown;
}

/** As it was typed, or as it is shown. */
const contains = (text: string, wanted: string): boolean => {
  if (searchedAs(text).includes(wanted)) return true;
  const shown = plainText(text);
  return shown !== text && searchedAs(shown).includes(wanted);
};

/** The cards whose front another card has too, each with the number of its front. */
export function duplicateGroups(cards: readonly TableCard[]): Map<number, number> {
  const byFront = new Map<string, number[]>();
  for (const { id, front } of cards) {
    const key = comparedAs(plainText(front));
    const ids = byFront.get(key);
    if (ids) ids.push(id);
    else byFront.set(key, [id]);
  }
  const groups = [...byFront.values()].filter((ids) => ids.length > 1);
  return new Map(groups.flatMap((ids, index) => ids.map((id) => [id, index] as const)));
}

/** Blank cells come last either way; cards that are alike keep the order of the deck. */
function sorted(cards: TableCard[], { column, isDown }: TableSort, locale: string): TableCard[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  const keyed = cards.map((card) => ({
    card,
    key: column === 'audio' ? (card.audio_file ? '1' : '') : plainText(cellText(card, column)),
  }));
  const direction = isDown ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === '' || b.key === '') return Number(a.key === '') - Number(b.key === '');
    return direction * collator.compare(a.key, b.key);
  });
  return keyed.map(({ card }) => card);
}

/** The next order of a column: up, down, and that of the deck again. */
export function nextSort(sort: TableSort | null, column: TableColumn): TableSort | null {
  if (sort?.column !== column) return { column, isDown: false };
  return sort.isDown ? null : { column, isDown: true };
}
