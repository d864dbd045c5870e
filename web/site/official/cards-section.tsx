import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { Address } from '../../../core/api.ts';
import { seenCard } from '../../../core/card/seen-card.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { CardRow } from '../../card/card-row.tsx';
import { CardSearchBox } from '../../card/card-search-box.tsx';
import { CardReports } from '../../card/reports/card-reports.tsx';
import { useAskToDeleteCard } from '../../card/use-ask-to-delete-card.ts';
import type { UpdateCard } from '../../deck/card.changes.ts';
import { toCardChanges } from '../../deck/card-rules.ts';
import { useDecksChanged } from '../../deck/deck.changes.ts';
import { ExportMenu } from '../../deck/export-menu.tsx';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { getTogether } from '../../lib/call/gathered-get.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, Unread } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { useManagedDecks } from '../managed-deck.queries.ts';
import { ManagedDeckSelect } from '../managed-deck-select.tsx';
import { TrashDisclosure, useAskToDeleteAnyDeck } from './any-deck-deletion.tsx';

const FOUND_CARDS_PAGE = 20;

interface CardsPage {
  /** What they answer. */
  url: string;
  cards: Card[];
  /** How many there are on all pages. */
  total: number;
}

async function loadFoundCards(url: Address<'GET /api/admin/decks/:deckId/cards'>): Promise<CardsPage> {
  const { data, total } = await getTogether(url);
  return { url, cards: data, total };
}

/** A page, from 1, of any deck's cards; while another one is on its way, the one before stays with `isOld`. */
function useFoundCards(deckId: number, search: string | undefined, page: number) {
  const url = addressOf('GET /api/admin/decks/:deckId/cards', {
    params: { deckId },
    query: { search, offset: (page - 1) * FOUND_CARDS_PAGE, limit: FOUND_CARDS_PAGE },
  });
  const { data, error, mutate } = useSWR(url, loadFoundCards, { keepPreviousData: true });
  return { data, error, mutate, isOld: data !== undefined && data.url !== url };
}

/** Changes of anybody's cards. */
function useAnyCardChanges() {
  const decksChanged = useDecksChanged();
  const update: UpdateCard = async (card, values, audio, change) => {
    const { id: cardId } = card;
    const body = toCardChanges(values, audio, { seen: seenCard(card), change });
    await callApi('PATCH /api/admin/cards/:cardId', { params: { cardId }, body });
    await decksChanged();
  };
  return {
    update,
    async remove({ id: cardId }: Card): Promise<void> {
      await callApi('DELETE /api/admin/cards/:cardId', { params: { cardId } });
      await decksChanged();
    },
  };
}

/** The cards of anybody's deck, twenty a page, to be searched, changed and deleted. */
function FoundCards({ deckId }: { deckId: number }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const [searched, setSearched] = useState<string>();
  const [page, setPage] = useState(1);
  const { data, error, mutate, isOld } = useFoundCards(deckId, searched, page);
  const { update, remove: removeCard } = useAnyCardChanges();
  const askToDelete = useAskToDeleteCard(removeCard);
  const list = useRef<HTMLDivElement>(null);
  const isSearch = searched !== undefined;
  // Of a deck that was deleted just now, on this page or elsewhere, the page says so itself.
  const isDeckGone = error instanceof ApiError && error.code === 'deck_not_found';
  useFailedRead(
    isDeckGone ? undefined : error,
    isSearch ? failureText.searchCardsFailed : failureText.fetchDeckFailed,
  );

  const pageCount = data && Math.max(1, Math.ceil(data.total / FOUND_CARDS_PAGE));
  // Its last card was deleted.
  const isBeyond = !isOld && pageCount !== undefined && page > pageCount;
  useEffect(() => {
    if (isBeyond) setPage(pageCount);
  }, [isBeyond, pageCount]);

  // A notice when the answer is here, and once for a search: what is read again later is no news.
  const foundNothing = isSearch && !isOld && !error && data?.total === 0;
  const notify = useEffectEvent(() => notices.info(i18n._(noticeText.noCardsFound)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search without a hit causes a notice as well
  useEffect(() => {
    if (foundNothing) notify();
  }, [foundNothing, searched]);

  const show = (text: string | undefined) => {
    setSearched(text);
    setPage(1);
  };
  const search = {
    searched,
    searching: isOld && !error,
    search: async (text: string) => {
      if (text.trim() !== '') show(text.trim());
    },
    clear: () => show(undefined),
  };
  const remove = async (card: Card) => {
    // The button that was pressed is gone: the keyboard would otherwise start again at the top of the page.
    if (await askToDelete(card)) list.current?.focus({ preventScroll: true });
  };
  const isFailed = error !== undefined && (!data || isOld);
  const shown = isFailed || isBeyond ? undefined : data;
  return (
    <Stack>
      <CardReports deckId={deckId} updateCard={update} />
      <CardSearchBox search={search} />
      <Text size="sm" c="dimmed" role="status" className="tabular">
        {shown &&
          (isSearch
            ? t`${plural(shown.total, { one: '# card found', other: '# cards found' })}`
            : t`${plural(shown.total, { one: '# card', other: '# cards' })}`)}
      </Text>
      {isFailed && <LoadError error={error} onRetry={() => mutate()} />}
      {!isFailed && !shown && <LoadingBlock rows={3} height={84} radius="md" />}
      {shown?.total === 0 && (
        <Empty
          mood={isSearch ? 'lost' : 'glad'}
          text={isSearch ? t`No card matches “${search.searched}”.` : t`This deck has no cards yet.`}
        />
      )}
      {shown && (
        <Stack
          component="ul"
          ref={list}
          tabIndex={-1}
          gap="xs"
          className="plain-list"
          aria-label={t`Cards of the deck`}
          aria-busy={isOld}
        >
          {shown.cards.map((card) => (
            <CardRow key={card.id} card={card} updateCard={update} onDelete={() => remove(card)} />
          ))}
        </Stack>
      )}
      {pageCount !== undefined && !isFailed && (
        <Pages total={pageCount} page={page} onChange={setPage} label={t`Pages of cards`} />
      )}
    </Stack>
  );
}

function DeckActions({ deck, onGone }: { deck: ManagedDeck; onGone: () => void }) {
  const { t } = useLingui();
  const { ask, deleting } = useAskToDeleteAnyDeck();
  const remove = async () => {
    if (await ask(deck)) onGone();
  };
  return (
    <Group gap="xs" h={36}>
      <ExportMenu deckId={deck.id} title={deck.title} />
      <Button
        variant="light"
        color="red"
        size="xs"
        leftSection={<IconTrash size={16} aria-hidden />}
        loading={deleting}
        onClick={remove}
      >
        {t`Delete this deck`}
      </Button>
    </Group>
  );
}

/** Any deck of any owner, and its cards; the address says which. */
export function CardsSection() {
  const { t, i18n } = useLingui();
  const [query, setQuery] = useSearchParams();
  const { data: decks, error, mutate } = useManagedDecks();
  const heading = useRef<HTMLHeadingElement>(null);
  useFailedRead(error, failureText.fetchDecksFailed);

  const asked = parseRowId(query.get('deckId') ?? undefined);
  const deck = decks?.find(({ id }) => id === asked) ?? null;
  const choose = (deckId: number | null) =>
    setQuery({ view: 'cards', ...(deckId !== null && { deckId: String(deckId) }) }, { replace: true });
  const onGone = () => {
    choose(null);
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <TitledSection order={2} heading={heading} title={t`Decks and cards`}>
      {!decks && <Unread of={{ error, mutate }} title={i18n._(noticeText.fetchDecksFailed)} height={62} />}
      {decks?.length === 0 && <Empty text={t`Nobody has made a deck yet.`} />}
      {decks && decks.length > 0 && (
        <Group align="flex-end" gap="sm">
          <Box flex="1 1 18rem">
            <ManagedDeckSelect label={t`Deck`} decks={decks} value={deck?.id ?? null} onChange={choose} />
          </Box>
          {deck && <DeckActions key={deck.id} deck={deck} onGone={onGone} />}
        </Group>
      )}
      {deck && <FoundCards key={deck.id} deckId={deck.id} />}
      {deck && <TrashDisclosure key={`trash ${deck.id}`} deckId={deck.id} />}
      {decks && decks.length > 0 && !deck && (
        <Empty
          text={
            asked === null
              ? t`Choose a deck, whoever made it, to see its cards.`
              : t`This deck is gone. Choose another one.`
          }
        />
      )}
    </TitledSection>
  );
}
