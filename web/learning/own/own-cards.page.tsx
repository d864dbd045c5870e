import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  ActionIcon,
  Badge,
  Button,
  Card,
  Container,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type Icon,
  IconEar,
  IconFlag,
  IconFlagFilled,
  IconHistory,
  IconListCheck,
  IconPlayerPlay,
  IconPuzzle,
  IconSearch,
  IconTargetArrow,
} from '@tabler/icons-react';
import { lazy, useEffect, useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { addressOf } from '../../../core/address.ts';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import type {
  CardMarkChanges,
  OwnCard,
  OwnCardsKind,
} from '../../../core/learning/choosing/card-mark.schema.ts';
import { dayNumber } from '../../../core/learning/study-day.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import { DeckMark, deckBand } from '../../deck/deck-mark.tsx';
import { callApi } from '../../lib/call/api-client.ts';
import { isBelow } from '../../lib/call/read-keys.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { CardText } from '../../marks/card-text.tsx';
import { BackLink } from '../../ui/control/back-link.tsx';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, Unread } from '../../ui/feedback/load-error.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { useStatsOfDeck } from '../activity.queries.ts';
import { DeckGrapes } from '../deck-grapes.tsx';
import { nextDayText } from '../session/next-day.ts';
import deckWaysStyles from './deck-ways.module.css';
import classes from './own-cards.module.css';

interface OwnCardRowProps {
  card: OwnCard;
  /** The student's study day. */
  today: string;
  isBusy: boolean;
  onMark: (changes: CardMarkChanges) => void;
  onHistory: () => void;
}

function Standing({ card, today }: Pick<OwnCardRowProps, 'card' | 'today'>) {
  const { t, i18n } = useLingui();
  const { aside, due_day, lapses } = card;
  const forgotten = lapses > 0 && (lapses === 1 ? t`forgotten once` : t`forgotten ${lapses} times`);
  const due = due_day && nextDayText(i18n, dayNumber(due_day) - dayNumber(today));
  return (
    <Group gap={6}>
      {aside && (
        <Badge variant="light" color="honey" tt="none" c="var(--mantine-color-text)">
          {aside === 'always' ? t`Put aside for good` : t`Put aside until tomorrow`}
        </Badge>
      )}
      <Text size="sm" c="dimmed" className="tabular">
        {[due ? t`Next: ${due}` : t`New`, forgotten].filter(Boolean).join(' · ')}
      </Text>
    </Group>
  );
}

function OwnCardRow({ card, today, isBusy, onMark, onHistory }: OwnCardRowProps) {
  const { t } = useLingui();
  const { aside, flagged } = card;
  const front = plainText(card.front);
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        {/* Beside the actions where both have room, else above them. */}
        <Stack gap={2} flex="1 1 18rem" miw={0}>
          <Text fw={600} className="breakable">
            <CardText text={card.front} />
          </Text>
          <Text className="breakable">
            <CardText text={card.back} />
          </Text>
          <Standing card={card} today={today} />
        </Stack>
        <Group gap={4} wrap="nowrap">
          {aside ? (
            <Button
              variant="light"
              size="xs"
              mih={44}
              disabled={isBusy}
              aria-label={t`Bring back: ${front}`}
              onClick={() => onMark({ aside: null })}
            >
              {t`Bring back`}
            </Button>
          ) : (
            <Button
              variant="subtle"
              size="xs"
              mih={44}
              // Below the card its words begin where those above do.
              ms={{ base: -14, xs: 0 }}
              disabled={isBusy}
              aria-label={t`Put aside for good: ${front}`}
              onClick={() => onMark({ aside: 'always' })}
            >
              {t`Put aside for good`}
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            size={44}
            color="gray"
            aria-label={t`History: ${front}`}
            onClick={onHistory}
          >
            <IconHistory size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size={44}
            color={flagged ? 'red' : 'gray'}
            aria-label={t`Flag: ${front}`}
            aria-pressed={flagged}
            disabled={isBusy}
            onClick={() => onMark({ flagged: !flagged })}
          >
            {flagged ? <IconFlagFilled size={20} aria-hidden /> : <IconFlag size={20} aria-hidden />}
          </ActionIcon>
        </Group>
      </Group>
    </Paper>
  );
}

const OWN_CARDS_PAGE = 20;

interface OwnCardsAsked {
  deckId: number;
  kind: OwnCardsKind;
  search: string;
  /** From 1. */
  page: number;
}

/** A part of a deck's cards as they stand with the student; the part before stays until the next one is here. */
function useOwnCards({ deckId, kind, search, page }: OwnCardsAsked) {
  const params = { deckId };
  const offset = (page - 1) * OWN_CARDS_PAGE;
  const query = { kind, limit: OWN_CARDS_PAGE, offset, ...(search && { search }) };
  return useSWR(
    addressOf('GET /api/decks/:deckId/own-cards', { params, query }),
    async () => {
      const { data, total } = await callApi('GET /api/decks/:deckId/own-cards', { params, query });
      return { cards: data, total };
    },
    { keepPreviousData: true },
  );
}

/** Notes of a card what the student wants; what is left today is read again, and so is every list that shows it. */
function useMarkCard(deckId: number) {
  const { mutate } = useSWRConfig();
  return async (cardId: number, body: CardMarkChanges) => {
    await callApi('POST /api/cards/:cardId/mark', { params: { cardId }, body });
    const changed = [
      addressOf('GET /api/decks/:deckId', { params: { deckId } }),
      addressOf('GET /api/today'),
    ];
    await mutate((key) => isBelow(key, changed));
  };
}

function DeckWays({ deckId }: { deckId: number }) {
  const { t } = useLingui();
  const ways: [to: string, sign: Icon, name: string][] = [
    [paths.learn(deckId), IconPlayerPlay, t`Learn`],
    [paths.learn(deckId, 'choice'), IconListCheck, t`Choose from four`],
    [paths.pairs(deckId), IconPuzzle, t`Play pairs`],
    [paths.cram(deckId, 'dictation'), IconEar, t`Listen and type`],
    [paths.cram(deckId), IconTargetArrow, t`Practise for a test`],
  ];
  return (
    <nav className={deckWaysStyles.ways} aria-label={t`Ways to study this deck`}>
      {ways.map(([to, Sign, name], place) => (
        <Link key={to} to={to} className={deckWaysStyles.way} data-first={place === 0 || undefined}>
          <Sign size={32} stroke={1.5} aria-hidden />
          {name}
        </Link>
      ))}
    </nav>
  );
}

const CardHistoryModal = lazy(() => import('./card-history.modal.tsx'));

const KINDS: OwnCardsKind[] = ['all', 'flagged', 'aside', 'hard'];
const isKind = (kind: string | null): kind is OwnCardsKind => KINDS.includes(kind as OwnCardsKind);

/** Milliseconds after the last letter until the list is narrowed. */
const TYPING_MS = 300;
const SEARCH_MAX = 200;

function NoCards({ kind, isSearch }: { kind: OwnCardsKind; isSearch: boolean }) {
  const { t } = useLingui();
  if (isSearch) return <Empty mood="lost" text={t`No card matches this search.`} />;
  const texts = {
    all: t`This deck has no cards yet.`,
    flagged: t`No card is flagged. The flag of a card finds it again here.`,
    aside: t`No card is put aside.`,
    hard: t`No card of this deck was forgotten so far.`,
  };
  return <Empty text={texts[kind]} />;
}

function OwnCards({ deckId, today }: { deckId: number; today: string }) {
  const { t } = useLingui();
  const markCard = useMarkCard(deckId);
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState(query.get('search') ?? '');
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const [busy, setBusy] = useState<number>();
  const [looked, setLooked] = useState<OwnCard | null>(null);
  const list = useRef<HTMLDivElement>(null);
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

  const [mark] = useAttempt(
    msg({ message: 'Nothing was changed: {message}' }),
    async (cardId: number, changes: CardMarkChanges) => {
      setBusy(cardId);
      await markCard(cardId, changes);
      // A card may leave the list together with the button that was pressed.
      if (!list.current?.contains(document.activeElement)) list.current?.focus({ preventScroll: true });
    },
    () => setBusy(undefined),
  );

  return (
    <Stack>
      <Text c="dimmed">{t`Which cards do you know by now? Only you see what you mark here.`}</Text>
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
      {!data && <Unread of={{ error, mutate }} height={320} radius="md" />}
      {data?.total === 0 && <NoCards kind={kind} isSearch={search !== ''} />}
      {data && (
        <Stack
          component="ul"
          ref={list}
          tabIndex={-1}
          gap="sm"
          className="plain-list"
          style={{ outline: 'none' }}
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
        </Stack>
      )}
      <Pages
        total={pageCount ?? 0}
        page={page}
        onChange={(next) => show({ page: next })}
        label={t`Pages of cards`}
      />
      <LazyDialog opened={looked !== null}>
        <CardHistoryModal card={looked} onClose={() => setLooked(null)} />
      </LazyDialog>
    </Stack>
  );
}

function DeckHead({ deck }: { deck: Deck | undefined }) {
  const { t } = useLingui();
  const stats = useStatsOfDeck(deck?.id ?? null);
  const { cards_studied: studied = 0, total_cards: total = 0 } = stats.data ?? {};
  return (
    <Card withBorder radius="lg" padding="md" {...(deck && deckBand(deck))}>
      <Group gap="sm" wrap="nowrap">
        {deck && <DeckMark deck={deck} />}
        <Stack gap={0} flex={1} miw={0}>
          <Title order={1} size="h2" className="breakable">
            {deck?.title ?? t`My cards`}
          </Title>
          <Text c="dimmed" className="tabular" mih="1lh">
            {stats.data && t`${studied} of ${total} cards learnt`}
          </Text>
        </Stack>
        <DeckGrapes stats={stats.data} size={64} />
      </Group>
    </Card>
  );
}

/** The page of a deck: the ways to study it, and its cards as they stand with the student. */
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
          <BackLink to={paths.studentDecks()}>{t`All decks`}</BackLink>
          <DeckHead deck={deck.data} />
        </div>
        {deckId === null && <Empty mood="lost" text={t`This deck does not exist.`} />}
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
            <DeckWays deckId={deckId} />
            <OwnCards key={deckId} deckId={deckId} today={counts.data.day} />
          </>
        )}
      </Stack>
    </Container>
  );
}
