import { Plural, useLingui } from '@lingui/react/macro';
import { Badge, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { OfficialDeck } from '../../core/deck/deck.schema.ts';
import { deckDescription } from './deck-description.ts';
import { DeckFrame } from './deck-frame.tsx';
import { DeckMark } from './deck-mark.tsx';

interface OfficialDeckCardProps {
  deck: OfficialDeck;
  /** Usually a button. */
  action?: ReactNode;
}

export function OfficialDeckCard({ deck, action }: OfficialDeckCardProps) {
  const { i18n } = useLingui();
  const titleId = useId();
  return (
    <DeckFrame deck={deck} titleId={titleId}>
      <Group justify="space-between" wrap="nowrap">
        <DeckMark deck={deck} />
        <Badge variant="light" color="gray" className="tabular" tt="none">
          <Plural value={deck.card_count} one="# card" other="# cards" />
        </Badge>
      </Group>
      <Title id={titleId} order={3} size="h4">
        {deck.title}
      </Title>
      <Text c="dimmed" size="sm" flex={1}>
        {deckDescription(i18n, deck)}
      </Text>
      {action}
    </DeckFrame>
  );
}
