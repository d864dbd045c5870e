import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import { addressOf } from '../../../core/address.ts';
import { CARDS_PAGE_MAX } from '../../../core/contract/card-limits.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { parseRowId } from '../../../core/contract/row-id.ts';
import { getTogether } from '../../lib/call/gathered-get.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { failureOf } from '../queue/answer-verdict.ts';
import { DeckNotHere } from '../screen/deck-not-here.tsx';
import { SessionBar } from '../screen/session-bar.tsx';
import { SessionFrame } from '../screen/session-frame.tsx';
import { readKeptDeck } from '../session/kept-decks.ts';
import { newRound, PAIRS_MIN } from './pairs-game.ts';
import { PairsRound } from './pairs-round.tsx';

/** Some cards of a deck that are in a row there, from anywhere in it; those that were put aside are left out. */
function useSomeCards(deckId: number, count: number | undefined) {
  const [share] = useState(browserClock.chance);
  const offset = Math.floor(share * Math.max(0, (count ?? 0) - CARDS_PAGE_MAX + 1));
  const address = addressOf('GET /api/decks/:deckId/own-cards', {
    params: { deckId },
    query: { limit: CARDS_PAGE_MAX, offset },
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
              <Trans>Study this deck</Trans>
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
      {deckId === null && <Empty text={<Trans>This deck does not exist.</Trans>} />}
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
