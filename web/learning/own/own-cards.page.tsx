import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  Button,
  Container,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlayerPlay, IconPuzzle, IconSearch, IconTargetArrow } from '@tabler/icons-react';
import { lazy, useEffect, useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { addressOf } from '../../../core/address.ts';
import type { CardMarkChanges, OwnCard, OwnCardsKind } from '../../../core/learning/card-mark.schema.ts';
import { parseRowId } from '../../../core/row-id.ts';
import { failureText } from '../../lib/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useRead } from '../../lib/use-read.ts';
import { usePageTitle } from '../../site/page-title.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LateDialog } from '../../ui/late-dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Pages } from '../../ui/pagination.tsx';
import { useFailure } from '../../ui/use-failure.ts';
import { OWN_CARDS_PAGE, useMarkCard, useOwnCards } from './own-card.queries.ts';
import { OwnCardRow } from './own-card-row.tsx';
import classes from './own-cards.module.css';

const CardHistoryModal = lazy(() => import('./card-history.modal.tsx'));

const KINDS: OwnCardsKind[] = ['all', 'flagged', 'aside', 'hard'];
const isKind = (kind: string | null): kind is OwnCardsKind => KINDS.includes(kind as OwnCardsKind);

/** Milliseconds after the last letter until the list is narrowed. */
const TYPING_MS = 300;
const SEARCH_MAX = 200;

function NoCards({ kind, isSearch }: { kind: OwnCardsKind; isSearch: boolean }) {
  if (isSearch) return <Empty text={<Trans>No card matches this search.</Trans>} />;
  const texts = {
    all: <Trans>This deck has no cards yet.</Trans>,
    flagged: <Trans>No card is flagged. The flag of a card finds it again here.</Trans>,
    aside: <Trans>No card is put aside.</Trans>,
    hard: <Trans>No card of this deck was forgotten so far.</Trans>,
  };
  return <Empty text={texts[kind]} />;
}

function OwnCards({ deckId, today }: { deckId: number; today: string }) {
  const { t } = useLingui();
  const failed = useFailure();
  const markCard = useMarkCard(deckId);
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState(query.get('search') ?? '');
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const [busy, setBusy] = useState<number>();
  const [looked, setLooked] = useState<OwnCard | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const asked = query.get('kind');
  const kind = isKind(asked) ? asked : 'all';
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const { data, error, isLoading, mutate } = useOwnCards({ deckId, kind, search, page });
  const pageCount = data && Math.max(1, Math.ceil(data.total / OWN_CARDS_PAGE));

  const show = (next: { kind?: OwnCardsKind; page?: number }) =>
    setQuery(
      {
        ...((next.kind ?? kind) !== 'all' && { kind: next.kind ?? kind }),
        ...(next.page && { page: `${next.page}` }),
      },
      { replace: true },
    );
  // The last card of the last page has left the list.
  const isBeyond = !isLoading && pageCount !== undefined && page > pageCount;
  useEffect(() => {
    if (isBeyond) show({ page: pageCount });
  });

  const mark = async (cardId: number, changes: CardMarkChanges) => {
    setBusy(cardId);
    try {
      await markCard(cardId, changes);
      // A card may leave the list together with the button that was pressed.
      if (!list.current?.contains(document.activeElement)) list.current?.focus({ preventScroll: true });
    } catch (caught) {
      failed(failureText.markFailed, caught);
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <Stack>
      <TextInput
        type="search"
        label={t`Search the cards`}
        placeholder={t`Front, back, example or definition`}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          if (page > 1) show({ page: 1 });
        }}
      />
      <SegmentedControl
        aria-label={t`Which cards`}
        className={classes.kinds}
        value={kind}
        onChange={(value) => show({ kind: value as OwnCardsKind })}
        data={[
          { value: 'all', label: t`All` },
          { value: 'flagged', label: t`Flagged` },
          { value: 'aside', label: t`Put aside` },
          { value: 'hard', label: t`Hardest` },
        ]}
      />
      <Text size="sm" c="dimmed" role="status" className="tabular">
        {data && !error && t`${plural(data.total, { one: '# card', other: '# cards' })}`}
      </Text>
      {!data && error && <LoadError error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton height={320} radius="md" role="status" aria-label={t`Loading…`} />}
      {data?.total === 0 && <NoCards kind={kind} isSearch={search !== ''} />}
      {data && (
        <ul
          ref={list}
          tabIndex={-1}
          className={`plain-list ${classes.list}`}
          aria-label={t`Cards of the deck`}
          aria-busy={isLoading}
        >
          {data.cards.map((card) => (
            <OwnCardRow
              key={card.id}
              card={card}
              today={today}
              isBusy={busy === card.id}
              onMark={(changes) => void mark(card.id, changes)}
              onHistory={() => setLooked(card)}
            />
          ))}
        </ul>
      )}
      {pageCount !== undefined && (
        <Pages
          total={pageCount}
          page={page}
          onChange={(next) => show({ page: next })}
          label={t`Pages of cards`}
        />
      )}
      <LateDialog opened={looked !== null}>
        <CardHistoryModal card={looked} onClose={() => setLooked(null)} />
      </LateDialog>
    </Stack>
  );
}

/** A deck's cards as they stand with the student: flagged, put aside, hard. */
export default function OwnCardsPage() {
  const { t } = useLingui();
  const deckId = parseRowId(useParams().deckId);
  const params = { deckId: deckId ?? 0 };
  const deck = useRead(deckId === null ? null : addressOf('GET /api/decks/:deckId', { params }));
  const counts = useRead(deckId === null ? null : addressOf('GET /api/decks/:deckId/counts', { params }));
  usePageTitle(deck.data?.title ?? t`My cards`);
  const error = deck.error ?? counts.error;
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <BackLink to={paths.studentDecks()}>
            <Trans>All decks</Trans>
          </BackLink>
          <Title order={1} className="breakable">
            {deck.data?.title ?? <Trans>My cards</Trans>}
          </Title>
          <Text c="dimmed">
            <Trans>How each card stands with you. What you note here, nobody else sees.</Trans>
          </Text>
        </div>
        {deckId === null && <Empty text={<Trans>This deck does not exist.</Trans>} />}
        {error && !deck.data && (
          <LoadError
            error={error}
            onRetry={() => {
              void deck.mutate();
              void counts.mutate();
            }}
          />
        )}
        {deckId !== null && deck.data && counts.data && (
          <>
            <Group gap="sm">
              <Button
                component={Link}
                to={paths.learn(deckId)}
                size="md"
                leftSection={<IconPlayerPlay size={18} aria-hidden />}
              >
                <Trans>Study this deck</Trans>
              </Button>
              <Button
                component={Link}
                to={paths.pairs(deckId)}
                size="md"
                variant="light"
                leftSection={<IconPuzzle size={18} aria-hidden />}
              >
                <Trans>Play pairs</Trans>
              </Button>
              <Button
                component={Link}
                to={paths.cram(deckId)}
                size="md"
                variant="light"
                leftSection={<IconTargetArrow size={18} aria-hidden />}
              >
                <Trans>Practise for a test</Trans>
              </Button>
            </Group>
            <OwnCards key={deckId} deckId={deckId} today={counts.data.day} />
          </>
        )}
      </Stack>
    </Container>
  );
}
