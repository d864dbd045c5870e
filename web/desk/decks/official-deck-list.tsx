import { Trans, useLingui } from '@lingui/react/macro';
import { SimpleGrid, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { OfficialDeck } from '../../../core/deck/deck.schema.ts';
import { useOfficialDecks } from '../../deck/official-deck.queries.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { Pages } from '../../ui/list/pagination.tsx';
import { OfficialDeckCard } from './official-deck-card.tsx';

const PAGE_SIZE = 3;
const COLUMNS = { base: 1, sm: PAGE_SIZE };

/** The official decks, three a page; `action` gives each card its button. */
export function OfficialDeckList({ action }: { action?: (deck: OfficialDeck) => ReactNode }) {
  const { i18n, t } = useLingui();
  const { data: decks, error, mutate } = useOfficialDecks();
  const [page, setPage] = useState(1);
  if (!decks)
    return (
      <Unread
        of={{ error, mutate }}
        title={i18n._(noticeText.fetchOfficialDecksFailed)}
        rows={3}
        cols={COLUMNS}
        height={210}
        radius="lg"
      />
    );
  if (decks.length === 0) return <Empty text={<Trans>There are no official decks yet.</Trans>} />;

  const pageCount = Math.ceil(decks.length / PAGE_SIZE);
  // The list may have become shorter since the page was chosen.
  const shownPage = Math.min(page, pageCount);
  const shown = decks.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE);
  return (
    <Stack gap="lg">
      <SimpleGrid cols={COLUMNS}>
        {shown.map((deck) => (
          <OfficialDeckCard key={deck.id} deck={deck} action={action?.(deck)} />
        ))}
      </SimpleGrid>
      <Pages total={pageCount} page={shownPage} onChange={setPage} label={t`Pages of decks`} />
    </Stack>
  );
}
