import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, Checkbox, Text, Textarea } from '@mantine/core';
import { CARD_TEXT_NAMES, type CardTextName, isCardSide } from '../../../core/card/card-fields.ts';
import { plainText } from '../../../core/marked-text.ts';
import { fieldProblemText } from '../../ui/field-problem.ts';
import { cardFieldText } from '../card-field-text.ts';
import { CardText } from '../marks/card-text.tsx';
import classes from './cards-preview.module.css';
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
  const { t, i18n } = useLingui();
  const { line, values, problems } = row;
  const isChosen = many.isChosen(row);

  const text = (field: CardTextName) => {
    const problem = problems[field];
    // A field that was mended stays open, or the cursor would be lost with the first letter.
    if (isChosen && (problem !== undefined || many.isMended(row, field)))
      return (
        <Textarea
          key={field}
          label={i18n._(cardFieldText[field])}
          value={values[field]}
          error={problem && i18n._(fieldProblemText[problem])}
          disabled={isBusy}
          autosize
          minRows={1}
          maxRows={6}
          autoComplete="off"
          onChange={(event) => many.mend(line, field, event.currentTarget.value)}
        />
      );
    if (values[field] === '') return null;
    const isSide = isCardSide(field);
    return (
      <Text
        key={field}
        size={isSide ? 'md' : 'sm'}
        fw={field === 'front' ? 600 : undefined}
        c={isSide ? undefined : 'dimmed'}
        lineClamp={6}
        className={classes.text}
      >
        <CardText text={values[field]} />
      </Text>
    );
  };
  const likeness = [
    row.inDeck && i18n._(inDeckText[row.inDeck]),
    row.inPaste && i18n._(inPasteText[row.inPaste]),
  ].filter((one) => one !== undefined);
  return (
    <li className={classes.row} data-left-out={!isChosen || undefined}>
      <Checkbox
        classNames={{ root: classes.tick, body: classes.tickBody }}
        label={line}
        aria-label={t`Add line ${line}: ${plainText(values.front)}`}
        checked={isChosen}
        disabled={isBusy}
        onChange={(event) => many.choose(line, event.currentTarget.checked)}
      />
      <div className={classes.front}>{text('front')}</div>
      <div className={classes.rest}>
        {CARD_TEXT_NAMES.filter((name) => name !== 'front').map(text)}
        {likeness.map((one) => (
          <Badge key={one} color="honey" variant="light" tt="none" className={classes.badge}>
            {one}
          </Badge>
        ))}
      </div>
    </li>
  );
}
