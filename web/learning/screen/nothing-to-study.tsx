import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { IconCards, IconMoonStars } from '@tabler/icons-react';
import type { DeckSettings } from '../../../core/deck/deck.schema.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { useToday } from '../activity.queries.ts';
import type { SessionSource } from '../session/session.state.ts';
import { MoreCards } from './more-cards.tsx';
import { SessionEndButtons } from './session-end-buttons.tsx';
import { WhatComes } from './what-comes.tsx';

interface NothingToStudyProps {
  source: SessionSource;
  settings: DeckSettings | null;
  onEnd: () => void;
  onMore: (cards: number) => Promise<void>;
}

/** Nothing is due and nothing new is left: when there will be, and the ways on. */
export function NothingToStudy({ source, settings, onEnd, onMore }: NothingToStudyProps) {
  const today = useToday();
  if (source === 'today' && today.data?.decks.length === 0) return <NothingBegun />;
  return (
    <Empty
      icon={<IconMoonStars size={28} aria-hidden />}
      text={
        <Stack component="span" gap={4}>
          <Text component="span" inherit>
            {source === 'today' ? (
              <Trans>There is nothing to study today.</Trans>
            ) : (
              <Trans>There is nothing to study in this deck today.</Trans>
            )}
          </Text>
          <WhatComes source={source} settings={settings} />
        </Stack>
      }
      action={
        <Stack gap={0} miw="min(20rem, 100%)">
          <SessionEndButtons
            source={source}
            onEnd={onEnd}
            more={source !== 'today' && <MoreCards deckId={source} onMore={onMore} />}
          />
        </Stack>
      }
    />
  );
}

/** For somebody who has begun no deck: there is nothing to come back for yet. */
function NothingBegun() {
  return (
    <Empty
      icon={<IconCards size={28} aria-hidden />}
      text={
        <Trans>
          You have not begun any deck yet. Choose one and learn a few words; from then on the cards of all
          your decks come together here, each when it is due.
        </Trans>
      }
      action={
        <ButtonLink to={paths.studentDecks()} size="md">
          <Trans>See the decks</Trans>
        </ButtonLink>
      }
    />
  );
}
