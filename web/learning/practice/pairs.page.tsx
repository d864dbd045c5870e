import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import { addressOf } from '../../../core/address.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { parseRowId } from '../../../core/contract/row-id.ts';
import { comparable } from '../../../core/learning/answering/typed-answer.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import { getTogether } from '../../lib/call/gathered-get.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { readCache, writeCache } from '../../lib/kept/expiring-cache.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { CardText } from '../../marks/card-text.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty, LazyFigure } from '../../ui/feedback/empty.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { failureOf } from '../queue/answer-verdict.ts';
import { DeckNotHere } from '../screen/deck-not-here.tsx';
import session from '../screen/learning-session.module.css';
import { SessionBar, SessionFrame } from '../screen/session-bar.tsx';
import { readKeptDeck } from '../session/kept-decks.ts';
import { shuffled } from '../ways/choice-options.ts';
import classes from './pairs.module.css';

/** Pairs of a round. */
export const PAIRS = 6;
/** With fewer there is nothing to look for. */
const PAIRS_MIN = 3;
/** What a wrong try costs. */
const MISTAKE_MS = 1_000;

type Side = 'front' | 'back';

interface Sides {
  id: number;
  front: string;
  back: string;
}

/** One round: the same cards twice, each time in an order of its own. */
interface Round<C extends Sides = Sides> {
  fronts: readonly C[];
  backs: readonly C[];
  /** Cards whose sides have been found together. */
  found: ReadonlySet<number>;
  /** The side that waits for its other one. */
  chosen: { side: Side; id: number } | null;
  /** The two that do not belong together, until the next try. */
  wrong: { front: number; back: number } | null;
  mistakes: number;
  /** Milliseconds of the page's own clock; null until the first try. */
  begunAt: number | null;
  /** How long it took, mistakes included; null until all are found. */
  tookMs: number | null;
}

/**
 * Returns a round of at most `PAIRS` of these cards. Their order comes from `random`, of 0 up to 1. No two have a side
 * alike, since either could then be the right one. Null when there are not enough of them.
 */
export function newRound<C extends Sides>(cards: readonly C[], random: () => number): Round<C> | null {
  const seen = new Set<string>();
  const chosen: C[] = [];
  for (const card of shuffled(cards, random)) {
    const sides = [comparable(plainText(card.front)), comparable(plainText(card.back))];
    if (sides[0] === sides[1] || sides.some((side) => seen.has(side))) continue;
    for (const side of sides) seen.add(side);
    chosen.push(card);
    if (chosen.length === PAIRS) break;
  }
  if (chosen.length < PAIRS_MIN) return null;
  return {
    fronts: shuffled(chosen, random),
    backs: shuffled(chosen, random),
    found: new Set(),
    chosen: null,
    wrong: null,
    mistakes: 0,
    begunAt: null,
    tookMs: null,
  };
}

/** Returns the round after one more side was chosen at `now`. The time begins with the first one. */
export function choose<C extends Sides>(round: Round<C>, side: Side, id: number, now: number): Round<C> {
  if (round.found.has(id) || round.tookMs !== null) return round;
  const begunAt = round.begunAt ?? now;
  const { chosen: before } = round;
  if (before?.side === side || !before) {
    const isSame = before?.side === side && before.id === id;
    return { ...round, begunAt, wrong: null, chosen: isSame ? null : { side, id } };
  }
  if (before.id !== id) {
    const wrong = side === 'front' ? { front: id, back: before.id } : { front: before.id, back: id };
    return { ...round, begunAt, chosen: null, wrong, mistakes: round.mistakes + 1 };
  }
  const found = new Set(round.found).add(id);
  const isOver = found.size === round.fronts.length;
  const tookMs = isOver ? now - begunAt + round.mistakes * MISTAKE_MS : null;
  return { ...round, begunAt, chosen: null, wrong: null, found, tookMs };
}

const TENTH_MS = 100;
/** A best time is worth having for a year. */
const BEST_AGE_MS = 365 * 86_400_000;
const bestName = (deckId: number) => `pairs:${deckId}`;

/** Seconds with one place, as clocks of games have it. */
const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

const UNIT = { ...TENTHS, style: 'unit', unit: 'second', unitDisplay: 'narrow' } as const;

const useSeconds = () => {
  const { i18n } = useLingui();
  return (ms: number) => i18n.number(ms / 1_000, TENTHS);
};

/** How long the round has lasted; drawn by itself, ten times a second. */
function Clock({ begunAt }: { begunAt: number | null }) {
  const { i18n } = useLingui();
  const [now, setNow] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that is drawn waits for the next one
  useEffect(
    () => (begunAt === null ? undefined : browserClock.after(TENTH_MS, () => setNow(performance.now()))),
    [begunAt, now],
  );
  return (
    <Text component="span" fw={600} fz="lg" className="tabular" aria-hidden>
      {i18n.number(begunAt === null ? 0 : Math.max(0, now - begunAt) / 1_000, UNIT)}
    </Text>
  );
}

interface TileProps {
  card: Card;
  side: Side;
  round: Round<Card>;
  onChoose: () => void;
}

function Tile({ card, side, round: { found, chosen, wrong }, onChoose }: TileProps) {
  const { t } = useLingui();
  const picture = side === 'front' ? card.front_picture : card.back_picture;
  const isFound = found.has(card.id);
  const isChosen = chosen?.side === side && chosen.id === card.id;
  return (
    <li>
      <button
        type="button"
        className={classes.tile}
        data-found={isFound || undefined}
        data-wrong={wrong?.[side] === card.id || undefined}
        aria-pressed={isChosen}
        // Not disabled: the focus would be lost with it.
        aria-disabled={isFound}
        onClick={onChoose}
      >
        {picture && (
          <img src={picture.file} alt={picture.alt} width={picture.width} height={picture.height} />
        )}
        <span className={`${classes.text} own-way`}>
          <CardText text={card[side]} isLine />
        </span>
        {isFound && <VisuallyHidden> {t`(found)`}</VisuallyHidden>}
      </button>
    </li>
  );
}

interface PairsRoundProps {
  deckId: number;
  /** Of the game. */
  name: string;
  given: Round<Card>;
  onAgain: () => void;
}

/** One round of the game, up to its time. */
function PairsRound({ deckId, name, given, onAgain }: PairsRoundProps) {
  const { t } = useLingui();
  const seconds = useSeconds();
  const [round, setRound] = useState(given);
  const [best] = useState(() => readCache<number>(bestName(deckId), { maxAgeMs: BEST_AGE_MS }));
  const end = useRef<HTMLHeadingElement>(null);
  const { tookMs, mistakes, found, wrong, begunAt } = round;
  const isBest = tookMs !== null && (best === null || tookMs < best);
  useEffect(() => {
    if (tookMs === null) return;
    if (isBest) writeCache(bestName(deckId), tookMs);
    end.current?.focus();
  }, [tookMs, isBest, deckId]);

  const count = round.fronts.length;
  const left = count - found.size;
  const bar = (
    <SessionBar title={name} share={(100 * found.size) / count} exit={paths.ownCards(deckId)}>
      {tookMs === null && <Clock begunAt={begunAt} />}
    </SessionBar>
  );
  if (tookMs !== null)
    return (
      <SessionFrame>
        {bar}
        <Stack align="center" justify="center" gap="sm" py="xl" flex={1} className={classes.end}>
          <LazyFigure mood={isBest ? 'cheering' : 'glad'} size={isBest ? 132 : 96} />
          {isBest && (
            <Text fz="h1" fw={700}>
              {t`A new record!`}
            </Text>
          )}
          <Title ref={end} order={2} size={isBest ? 'h3' : 'h2'} tabIndex={-1} ta="center">
            {t`All found in ${seconds(tookMs)} seconds`}
          </Title>
          <Text ta="center">
            {mistakes === 0
              ? t`Without a mistake`
              : t`${plural(mistakes, { one: '# mistake, which costs a second', other: '# mistakes, each of which costs a second' })}`}
          </Text>
          <Text c="dimmed" ta="center">
            {best !== null && !isBest && t`Your best time: ${seconds(best)} seconds`}{' '}
            {t`It is a game: your plan stays as it is.`}
          </Text>
        </Stack>
        <div className={session.actions} data-kept-clear>
          <Button
            size="md"
            fullWidth
            leftSection={<IconRefresh size={20} aria-hidden />}
            onClick={onAgain}
            mb="xs"
          >
            {t`Play again`}
          </Button>
          <SimpleGrid cols={2} spacing="xs">
            <ButtonLink to={paths.ownCards(deckId)} variant="default" size="md" px={4}>
              {t`Back to the deck`}
            </ButtonLink>
            <ButtonLink to={paths.learn(deckId)} variant="light" size="md" px={4}>
              {t`Study this deck`}
            </ButtonLink>
          </SimpleGrid>
        </div>
      </SessionFrame>
    );
  const column = (side: Side, cards: readonly Card[], label: string) => (
    <ul className={classes.column} aria-label={label}>
      {cards.map((card) => (
        <Tile
          key={card.id}
          card={card}
          side={side}
          round={round}
          onChoose={() => setRound(choose(round, side, card.id, performance.now()))}
        />
      ))}
    </ul>
  );
  return (
    <SessionFrame>
      <div className={classes.game}>
        {bar}
        <Text c="dimmed" size="sm" role="status" className="tabular">
          {wrong && <VisuallyHidden>{t`Not a pair.`} </VisuallyHidden>}
          {t`${plural(left, { one: '# pair left', other: '# pairs left' })}`}
        </Text>
        <div className={classes.board}>
          {column('front', round.fronts, t`Fronts`)}
          {column('back', round.backs, t`Backs`)}
        </div>
      </div>
    </SessionFrame>
  );
}

/** Cards of which a game takes its own. */
const SAMPLE = 100;

/** Some cards of a deck that are in a row there, from anywhere in it; those that were put aside are left out. */
function useSomeCards(deckId: number, count: number | undefined) {
  const [share] = useState(browserClock.chance);
  const offset = Math.floor(share * Math.max(0, (count ?? 0) - SAMPLE + 1));
  const address = addressOf('GET /api/decks/:deckId/own-cards', {
    params: { deckId },
    query: { limit: SAMPLE, offset },
  });
  // Read again in the middle of a round, they would be others.
  return useSWRImmutable(count === undefined ? null : `${address}#pairs`, async () => {
    const { data } = await getTogether(address);
    return data.filter(({ aside }) => aside === null);
  });
}

/** What this device keeps of a deck that the server could not be asked for. */
const useKeptDeck = (deckId: number, error: unknown) =>
  useSWRImmutable(error && failureOf(error).status === 0 ? `kept#${deckId}#pairs` : null, async () => {
    const found = await readKeptDeck(deckId);
    return found?.deck && found.set.data.length > 0 ? { deck: found.deck, cards: found.set.data } : null;
  });

interface GameProps {
  deckId: number;
  cards: readonly Card[];
  /** There are more of the deck, with a network. */
  isKept: boolean;
  /** Of the game. */
  name: string;
}

function Game({ deckId, cards, isKept, name }: GameProps) {
  const { t } = useLingui();
  const [round, setRound] = useState(() => ({ number: 1, given: newRound(cards, browserClock.chance) }));
  if (!round.given)
    return (
      <SessionFrame>
        <SessionBar title={name} exit={paths.ownCards(deckId)} />
        <Empty
          text={
            isKept
              ? t`Too few cards of this deck are on this device: this needs the network.`
              : t`A game needs at least ${PAIRS_MIN} cards whose sides differ.`
          }
          action={
            <ButtonLink to={paths.learn(deckId)} variant="light">
              {t`Study this deck`}
            </ButtonLink>
          }
        />
      </SessionFrame>
    );
  return (
    <PairsRound
      key={round.number}
      deckId={deckId}
      name={name}
      given={round.given}
      onAgain={() => setRound({ number: round.number + 1, given: newRound(cards, browserClock.chance) })}
    />
  );
}

/** A game against the clock: fronts and backs of a deck are found together. Nothing of it counts as study. */
export default function PairsPage() {
  const { t } = useLingui();
  const deckId = parseRowId(useParams().deckId);
  const deck = useRead(deckId === null ? null : addressOf('GET /api/decks/:deckId', { params: { deckId } }));
  const some = useSomeCards(deckId ?? 0, deck.data?.card_count);
  usePageTitle(t`Pairs`);
  const error = deck.error ?? some.error;
  const kept = useKeptDeck(deckId ?? 0, error);
  const cards = some.data ?? kept.data?.cards;
  const title = (deck.data ?? kept.data?.deck)?.title;
  const isLoading = !cards && (!error || kept.isLoading);
  const exit = deckId === null ? paths.studentDecks() : paths.ownCards(deckId);
  const name = title ? t`Pairs: ${title}` : t`Pairs`;
  if (deckId !== null && cards)
    return <Game key={deckId} deckId={deckId} cards={cards} isKept={!some.data} name={name} />;
  return (
    <SessionFrame>
      <SessionBar title={name} exit={exit} />
      {deckId === null && <Empty mood="lost" text={t`This deck does not exist.`} />}
      {error && !isLoading && (
        <DeckNotHere
          error={error}
          onRetry={() => {
            void deck.mutate();
            void some.mutate();
          }}
        />
      )}
      {deckId !== null && isLoading && <LoadingBlock height={420} radius="md" />}
    </SessionFrame>
  );
}
