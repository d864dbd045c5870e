import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { fieldProblemText } from '../../ui/control/field-problem.ts';
import { CardLine } from '../card-line.tsx';
import type { Likeness, PastedRow } from './pasted-cards.ts';
import type { ManyCards } from './use-many-cards.ts';

const inDeckText: Record<Likeness, MessageDescriptor> = {
  card: msg`The deck has this card already`,
  front: msg`The deck has a card with this front`,
};
const inPasteText: Record<Likeness, MessageDescriptor> = {
  card: msg`The same card stands further up`,
  front: msg`A card with this front stands further up`,
};

interface PreviewRowProps {
  row: PastedRow;
  many: ManyCards;
  isBusy: boolean;
}

/** A line as the card that it becomes; what is wrong in it is mended in its place. */
export function PreviewRow({ row, many, isBusy }: PreviewRowProps) {
  const { i18n } = useLingui();
  const { line, values, problems } = row;
  const likeness = [
    row.inDeck && i18n._(inDeckText[row.inDeck]),
    row.inPaste && i18n._(inPasteText[row.inPaste]),
  ].filter((one) => one !== undefined);
  return (
    <CardLine
      line={line}
      values={values}
      isChosen={many.isChosen(row)}
      isBusy={isBusy}
      // A field that was mended stays open, or the cursor would be lost with the first letter.
      isOpen={(field) => problems[field] !== undefined || many.isMended(row, field)}
      problemOf={(field) => problems[field] && i18n._(fieldProblemText[problems[field]])}
      notes={likeness}
      onChoose={(isTicked) => many.choose(line, isTicked)}
      onText={(field, text) => many.mend(line, field, text)}
    />
  );
}
