import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { readCache, writeCache } from '../../lib/kept/expiring-cache.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { paths } from '../../lib/pages/paths.ts';
import { CardText } from '../../marks/card-text.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Grapes } from '../../ui/figure/grapes.tsx';
import { SessionBar } from '../screen/session-bar.tsx';
import { SessionFrame } from '../screen/session-frame.tsx';
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
  /** Of the game. */
  name: string;
  given: Round<Card>;
  onAgain: () => void;
}

/** One round of the game, up to its time. */
export function PairsRound({ deckId, name, given, onAgain }: PairsRoundProps) {
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
          <Grapes total={1} filled={1} size={isBest ? 132 : 88} />
          {isBest && (
            <Text fz="h2" fw={700}>
              <Trans>A new record!</Trans>
            </Text>
          )}
          <Title ref={end} order={2} size={isBest ? 'h4' : 'h2'} tabIndex={-1} ta="center">
            {t`All found in ${seconds(tookMs)} seconds`}
          </Title>
          <Text ta="center">
            {mistakes === 0
              ? t`Without a mistake`
              : t`${plural(mistakes, { one: '# mistake, which costs a second', other: '# mistakes, of which each costs a second' })}`}
          </Text>
          <Text c="dimmed" ta="center">
            {best !== null && !isBest && t`Your best time: ${seconds(best)} seconds`}{' '}
            <Trans>It is a game: your plan stays as it is.</Trans>
          </Text>
          <Group justify="center">
            <Button size="md" mih={44} onClick={onAgain}>
              <Trans>Play again</Trans>
            </Button>
            <ButtonLink to={paths.learn(deckId)} variant="light" size="md" mih={44}>
              <Trans>Study this deck</Trans>
            </ButtonLink>
          </Group>
        </Stack>
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
