import { Plural, useLingui } from '@lingui/react/macro';
import { Badge, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { OfficialDeck } from '../../../core/deck/deck.schema.ts';
import { deckDescription, translatedTitle } from '../../deck/deck-description.ts';
import { DeckMark } from '../../deck/deck-mark.tsx';
import { useOfficialDecks } from '../../deck/official-deck.queries.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { DeckFrame } from './deck-frame.tsx';

interface OfficialDeckCardProps {
  deck: OfficialDeck;
  /** A link, where it has a page; else its text. */
  title?: ReactNode;
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

const PAGE_SIZE = 3;
const COLUMNS = { base: 1, sm: PAGE_SIZE };

/** The official decks, three a page; `action` gives each card its button. */
export function OfficialDeckList({ action }: { action?: (deck: OfficialDeck) => ReactNode }) {
  const { i18n, t } = useLingui();
  const { data: decks, error, mutate } = useOfficialDecks();
  const [page, setPage] = useState(1);
  useFailedRead(error, failureText.fetchOfficialDecksFailed);
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
  if (decks.length === 0) return <Empty text={t`There are no official decks yet.`} />;

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
