import { useLingui } from '@lingui/react/macro';
import { SimpleGrid, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { pageOf } from '../ui/page-of.ts';
import { Pages } from '../ui/pagination.tsx';

const PAGE_SIZE = 12;
export const GRID_COLUMNS = { base: 1, xs: 2 };

interface TeacherDeckGridProps {
  decks: Deck[];
  card: (deck: Deck) => ReactNode;
}

/** Twelve decks a page. A deck that was just made is the first, so its grid is to be mounted anew. */
export function TeacherDeckGrid({ decks, card }: TeacherDeckGridProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(1);
  const { items, page, pageCount } = pageOf(decks, chosen, PAGE_SIZE);
  return (
    <Stack gap="lg">
      <SimpleGrid cols={GRID_COLUMNS}>{items.map(card)}</SimpleGrid>
      <Pages total={pageCount} page={page} onChange={setChosen} label={t`Pages of decks`} />
    </Stack>
  );
}
