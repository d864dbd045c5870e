import { Plural, useLingui } from '@lingui/react/macro';
import { Badge, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { OfficialDeck } from '../../../core/deck/deck.schema.ts';
import { deckDescription, translatedTitle } from '../../deck/deck-description.ts';
import { DeckMark } from '../../deck/deck-mark.tsx';
import { DeckFrame } from './deck-frame.tsx';

interface OfficialDeckCardProps {
  deck: OfficialDeck;
  /** A link, where it has a page; else its text. */
  title?: ReactNode;
  /** Usually a button. */
  action?: ReactNode;
}

export function OfficialDeckCard({ deck, title = deck.title, action }: OfficialDeckCardProps) {
  const { i18n } = useLingui();
  const titleId = useId();
  const translated = translatedTitle(i18n, deck);
  return (
    <DeckFrame deck={deck} titleId={titleId}>
      <Group justify="space-between" wrap="nowrap">
        <DeckMark deck={deck} />
        <Badge variant="light" color="gray" className="tabular" tt="none">
          <Plural value={deck.card_count} one="# card" other="# cards" />
        </Badge>
      </Group>
      <div>
        <Title id={titleId} order={3} size="h4">
          {title}
        </Title>
        {translated && (
          <Text fw={600} size="sm">
            {translated}
          </Text>
        )}
      </div>
      <Text c="dimmed" size="sm" flex={1}>
        {deckDescription(i18n, deck)}
      </Text>
      {action}
    </DeckFrame>
  );
}
