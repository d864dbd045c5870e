import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { CardRow } from '../../card/card-row.tsx';
import { CardSearchBox } from '../../card/card-search-box.tsx';
import { CardReports } from '../../card/reports/card-reports.tsx';
import { useAskToDeleteCard } from '../../card/use-ask-to-delete-card.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { FOUND_CARDS_PAGE, useAnyCardChanges, useFoundCards } from './any-card.queries.ts';
import classes from './managed-deck.module.css';

/** The cards of anybody's deck, twenty a page, to be searched, changed and deleted. */
export function FoundCards({ deckId }: { deckId: number }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const [searched, setSearched] = useState<string>();
  const [page, setPage] = useState(1);
  const { data, error, mutate, isOld } = useFoundCards(deckId, searched, page);
  const { update, remove: removeCard } = useAnyCardChanges();
  const askToDelete = useAskToDeleteCard(removeCard);
  const list = useRef<HTMLUListElement>(null);
  const isSearch = searched !== undefined;
  useFailedRead(error, isSearch ? failureText.searchCardsFailed : failureText.fetchDeckFailed);

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
          text={
            isSearch ? (
              <Trans>No card matches “{search.searched}”.</Trans>
            ) : (
              <Trans>This deck has no cards yet.</Trans>
            )
          }
        />
      )}
      {shown && (
        <ul
          ref={list}
          tabIndex={-1}
          className={classes.list}
          aria-label={t`Cards of the deck`}
          aria-busy={isOld}
        >
          {shown.cards.map((card) => (
            <CardRow key={card.id} card={card} updateCard={update} onDelete={() => remove(card)} />
          ))}
        </ul>
      )}
      {pageCount !== undefined && !isFailed && (
        <Pages total={pageCount} page={page} onChange={setPage} label={t`Pages of cards`} />
      )}
    </Stack>
  );
}
