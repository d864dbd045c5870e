import type { TableCard } from '../../../../core/card/edits/card-edit.schema.ts';
import { type CardTextName, cardTextMax, isCardSide } from '../../../../core/contract/card-fields.ts';
import { tidyText } from '../../../../core/text/tidy-text.ts';
import type { FieldProblem } from '../../../ui/control/field-problem.ts';

export interface FindReplace {
  find: string;
  replace: string;
  columns: readonly CardTextName[];
  isWholeWord: boolean;
  isCase: boolean;
}

/** A text of a card as it is, and as it would be. */
export interface Replacement {
  card: TableCard;
  column: CardTextName;
  before: string;
  after: string;
  /** Why the card cannot have it. */
  problem: FieldProblem | undefined;
}

/** A sign of a pattern stands for itself. */
const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Words end where no letter, mark or digit follows, in every script. */
const patternOf = ({ find, isWholeWord, isCase }: FindReplace): RegExp => {
  const text = literal(find.normalize('NFC'));
  const bounded = isWholeWord ? `(?<![\\p{L}\\p{M}\\p{N}])${text}(?![\\p{L}\\p{M}\\p{N}])` : text;
  return new RegExp(bounded, isCase ? 'gu' : 'giu');
};

/** Returns every text that would become another one, in the order of the cards. */
export function replacements(cards: readonly TableCard[], wanted: FindReplace): Replacement[] {
  if (wanted.find === '') return [];
  const pattern = patternOf(wanted);
  const put = wanted.replace.normalize('NFC');
  return cards.flatMap((card) =>
    wanted.columns.flatMap((column) => {
      const before = card[column];
      if (before === null) return [];
      // As a function: in a text, $ would mean something.
      const after = tidyText(before.replaceAll(pattern, () => put));
      return after === before ? [] : [{ card, column, before, after, problem: problemOf(column, after) }];
    }),
  );
}

function problemOf(column: CardTextName, text: string): FieldProblem | undefined {
  if (text === '' && isCardSide(column)) return 'required';
  return text.length > cardTextMax(column) ? 'long' : undefined;
}
