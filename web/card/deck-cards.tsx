import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { useCardChanges } from '../deck/card.changes.ts';
import { useCards } from '../deck/card.queries.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { Unread } from '../ui/feedback/load-error.tsx';
import { Pages } from '../ui/list/pagination.tsx';
import { AddManyLink } from './card-links.tsx';
import { CardRow } from './card-row.tsx';
import { CardSearchBox } from './card-search-box.tsx';
import { useAskToDeleteCard } from './use-ask-to-delete-card.ts';
import { useCardSearch } from './use-card-search.ts';

const PAGE_SIZE = 20;

interface DeckCardsProps {
  deckId: number;
  /** Others change its cards as well. */
  isShared: boolean;
  /** The page to show, from 1; the last one if it is beyond. */
  page: number;
  onPage: (page: number) => void;
  /** The card added last on this screen: a search ends with each, or the new card would be out of sight. */
  added: number | undefined;
}

export function DeckCards({ deckId, isShared, page: chosen, onPage, added }: DeckCardsProps) {
  const { t } = useLingui();
  const search = useCardSearch(deckId, () => onPage(1));
  const { data, error, mutate } = useCards(deckId, {
    place: (chosen - 1) * PAGE_SIZE,
    search: search.searched,
    isShared,
  });
  const { update, remove: removeCard } = useCardChanges();
  const askToDelete = useAskToDeleteCard(removeCard);
  const { showAll } = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each card that is added ends the search
  useEffect(showAll, [added]);
  const list = useRef<HTMLDivElement>(null);
  if (!data) return <Unread of={{ error, mutate }} rows={3} height={84} radius="md" />;

  const isSearch = search.searched !== undefined;
  const { total } = data;
  if (total === 0 && !isSearch)
    return (
      <Empty
        text={t`This deck has no cards yet. The first one starts with its front.`}
        action={<AddManyLink deckId={deckId} />}
      />
    );

  const remove = async (card: Card) => {
    // The button that was pressed is gone: the keyboard would otherwise start again at the top of the page.
    if (await askToDelete(card)) list.current?.focus({ preventScroll: true });
  };
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(Math.max(1, chosen), pageCount);
  const first = (page - 1) * PAGE_SIZE - data.offset;
  // None while another part of the deck is on its way.
  const items = first < 0 ? [] : data.cards.slice(first, first + PAGE_SIZE);
  const isPageLoading = items.length === 0 && total > 0;
  return (
    <Stack>
      <CardSearchBox key={added} search={search} />
      <Text size="sm" c="dimmed" role="status" className="tabular">
        {isSearch
          ? t`${plural(total, { one: '# card found', other: '# cards found' })}`
          : t`${plural(total, { one: '# card', other: '# cards' })}`}
      </Text>
      {total === 0 && <Empty mood="lost" text={t`No card matches “${search.searched}”.`} />}
      {isPageLoading && <Unread of={{ error, mutate }} rows={3} height={84} radius="md" />}
      <Stack
        component="ul"
        ref={list}
        tabIndex={-1}
        gap="xs"
        className="plain-list"
        aria-label={t`Cards of the deck`}
      >
        {items.map((card) => (
          <CardRow
            key={card.id}
            card={card}
            isNew={card.id === added}
            updateCard={update}
            onDelete={() => remove(card)}
          />
        ))}
      </Stack>
      <Pages total={pageCount} page={page} onChange={onPage} label={t`Pages of cards`} />
    </Stack>
  );
}
