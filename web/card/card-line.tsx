import { useLingui } from '@lingui/react/macro';
import { Badge, Checkbox, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { CARD_TEXT_NAMES, type CardTextName, isCardSide } from '../../core/contract/card-fields.ts';
import { plainText } from '../../core/text/marked-text.ts';
import { cardFieldText } from '../deck/card-field-text.ts';
import type { CardValues } from '../deck/card-rules.ts';
import { CardText } from '../marks/card-text.tsx';
import classes from './card-line.module.css';

interface CardLineProps {
  line: number;
  values: CardValues;
  isChosen: boolean;
  isBusy: boolean;
  /** Whether the text is mended in its place. */
  isOpen: (field: CardTextName) => boolean;
  problemOf: (field: CardTextName) => string | undefined;
  notes: readonly string[];
  onChoose: (isTicked: boolean) => void;
  onText: (field: CardTextName, text: string) => void;
  children?: ReactNode;
}

export function CardLine({ line, values, isChosen, isBusy, children, ...props }: CardLineProps) {
  const { t, i18n } = useLingui();
  const text = (field: CardTextName) => {
    if (isChosen && props.isOpen(field))
      return (
        <Textarea
          key={field}
          label={i18n._(cardFieldText[field])}
          value={values[field]}
          error={props.problemOf(field)}
          disabled={isBusy}
          autosize
          minRows={1}
          maxRows={6}
          autoComplete="off"
          onChange={(event) => props.onText(field, event.currentTarget.value)}
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
  return (
    <li className={classes.row} data-left-out={!isChosen || undefined}>
      <Checkbox
        classNames={{ root: classes.tick, body: classes.tickBody }}
        label={line}
        aria-label={t`Add line ${line}: ${plainText(values.front)}`}
        checked={isChosen}
        disabled={isBusy}
        onChange={(event) => props.onChoose(event.currentTarget.checked)}
      />
      <div className={classes.front}>{text('front')}</div>
      <div className={classes.rest}>
        {CARD_TEXT_NAMES.filter((name) => name !== 'front').map(text)}
        {props.notes.map((one) => (
          <Badge key={one} color="honey" variant="light" tt="none" className={classes.badge}>
            {one}
          </Badge>
        ))}
        {children}
      </div>
    </li>
  );
}
