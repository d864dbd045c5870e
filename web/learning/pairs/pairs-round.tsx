import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Card } from '../../../core/card/card.schema.ts';
import { CardText } from '../../card/marks/card-text.tsx';
import { readCache, writeCache } from '../../lib/expiring-cache.ts';
import { paths } from '../../lib/pages/paths.ts';
import { browserClock } from '../../lib/timing.ts';
import classes from './pairs.module.css';
import { choose, type Round, type Side } from './pairs-game.ts';

const TENTH_MS = 100;
/** A best time is worth having for a year. */
const BEST_AGE_MS = 365 * 86_400_000;
const bestName = (deckId: number) => `pairs:${deckId}`;

/** Seconds with one place, as clocks of games have it. */
const useSeconds = () => {
  const { i18n } = useLingui();
  return (ms: number) => i18n.number(ms / 1_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
};

/** How long the round has lasted; drawn by itself, ten times a second. */
function Clock({ begunAt }: { begunAt: number | null }) {
  const seconds = useSeconds();
  const [now, setNow] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that is drawn waits for the next one
  useEffect(
    () => (begunAt === null ? undefined : browserClock.after(TENTH_MS, () => setNow(performance.now()))),
    [begunAt, now],
  );
  return (
    <Text component="span" fw={600} fz="lg" className="tabular" aria-hidden>
      {seconds(begunAt === null ? 0 : Math.max(0, now - begunAt))}
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
        <span className={classes.text}>
          <CardText text={card[side]} isLine />
        </span>
        {isFound && <VisuallyHidden> {t`(found)`}</VisuallyHidden>}
      </button>
    </li>
  );
}

interface PairsRoundProps {
  deckId: number;
  given: Round<Card>;
  onAgain: () => void;
}

/** One round of the game, up to its time. */
export function PairsRound({ deckId, given, onAgain }: PairsRoundProps) {
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

  if (tookMs !== null)
    return (
      <Stack align="center" gap="sm" py="xl" className={classes.end}>
        <Title ref={end} order={2} tabIndex={-1} ta="center">
          {t`All found in ${seconds(tookMs)} seconds`}
        </Title>
        <Text ta="center">
          {mistakes === 0
            ? t`Without a mistake`
            : t`${plural(mistakes, { one: '# mistake, which costs a second', other: '# mistakes, of which each costs a second' })}`}
        </Text>
        <Text c="dimmed" ta="center">
          {isBest ? t`Your best time with this deck` : t`Your best time: ${seconds(best ?? tookMs)} seconds`}
        </Text>
        <Group justify="center">
          <Button size="md" mih={44} onClick={onAgain}>
            <Trans>Play again</Trans>
          </Button>
          <Button component={Link} to={paths.learn(deckId)} variant="light" size="md" mih={44}>
            <Trans>Study this deck</Trans>
          </Button>
        </Group>
      </Stack>
    );
  const left = round.fronts.length - found.size;
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
    <Stack gap="sm">
      <Group justify="space-between">
        <Text c="dimmed" role="status" className="tabular">
          {wrong && <VisuallyHidden>{t`Not a pair.`} </VisuallyHidden>}
          {t`${plural(left, { one: '# pair left', other: '# pairs left' })}`}
        </Text>
        <Clock begunAt={begunAt} />
      </Group>
      <div className={classes.board}>
        {column('front', round.fronts, t`Fronts`)}
        {column('back', round.backs, t`Backs`)}
      </div>
    </Stack>
  );
}
