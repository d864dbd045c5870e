import { Plural, useLingui } from '@lingui/react/macro';
import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { OfficialDeck } from '../../core/deck/deck.schema.ts';
import { deckDescription } from './deck-description.ts';
import { DeckMark, deckBand } from './deck-mark.tsx';

interface OfficialDeckCardProps {
  deck: OfficialDeck;
  /** Usually a button. */
  action?: ReactNode;
}

export function OfficialDeckCard({ deck, action }: OfficialDeckCardProps) {
  const { i18n } = useLingui();
  const titleId = useId();
  return (
    <Card
      component="article"
      aria-labelledby={titleId}
      withBorder
      radius="lg"
      padding="lg"
      h="100%"
      {...deckBand(deck)}
    >
      <Stack gap="sm" h="100%">
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
      </Stack>
    </Card>
  );
}
