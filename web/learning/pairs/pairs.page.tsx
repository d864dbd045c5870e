import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import { addressOf } from '../../../core/address.ts';
import type { Card } from '../../../core/card/card.schema.ts';
import { CARDS_PAGE_MAX } from '../../../core/card/card-limits.ts';
import { parseRowId } from '../../../core/row-id.ts';
import { getTogether } from '../../lib/gathered-get.ts';
import { paths } from '../../lib/pages/paths.ts';
import { browserClock } from '../../lib/timing.ts';
import { useRead } from '../../lib/use-read.ts';
import { usePageTitle } from '../../site/page-title.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Empty } from '../../ui/empty.tsx';
import { failureOf } from '../answer-verdict.ts';
import { DeckNotHere } from '../deck-not-here.tsx';
import { readKeptDeck } from '../kept-decks.ts';
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
}

function Game({ deckId, cards, isKept }: GameProps) {
  const { t } = useLingui();
  const [round, setRound] = useState(() => ({ number: 1, given: newRound(cards, browserClock.chance) }));
  if (!round.given)
    return (
      <Empty
        text={
          isKept
            ? t`Too few cards of this deck are on this device: this needs the network.`
            : t`A game needs at least ${PAIRS_MIN} cards whose sides differ.`
        }
        action={
          <Button component={Link} to={paths.learn(deckId)} variant="light">
            <Trans>Study this deck</Trans>
          </Button>
        }
      />
    );
  return (
    <PairsRound
      key={round.number}
      deckId={deckId}
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
  return (
    <Container size="md" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="md">
        <div>
          {deckId !== null && (
            <BackLink to={paths.ownCards(deckId)}>
              <Trans>See the cards</Trans>
            </BackLink>
          )}
          <Title order={1} className="breakable">
            {title ? t`Pairs: ${title}` : <Trans>Pairs</Trans>}
          </Title>
          <Text c="dimmed" size="sm">
            <Trans>Find the two sides of each card. It is a game: your plan stays as it is.</Trans>
          </Text>
        </div>
        {deckId === null && <Empty text={<Trans>This deck does not exist.</Trans>} />}
        {error && !cards && !isLoading && (
          <DeckNotHere
            error={error}
            onRetry={() => {
              void deck.mutate();
              void some.mutate();
            }}
          />
        )}
        {deckId !== null && isLoading && (
          <Skeleton height={420} radius="md" role="status" aria-label={t`Loading…`} />
        )}
        {deckId !== null && cards && <Game key={deckId} deckId={deckId} cards={cards} isKept={!some.data} />}
      </Stack>
    </Container>
  );
}
