import { Card, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { deckBand } from '../../deck/deck-mark.tsx';

interface DeckFrameProps {
  deck: { id: number };
  /** Of the element that names it. */
  titleId: string;
  children: ReactNode;
}

export function DeckFrame({ deck, titleId, children }: DeckFrameProps) {
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
        {children}
      </Stack>
    </Card>
  );
}
