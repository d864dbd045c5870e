import { Trans } from '@lingui/react/macro';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconMoonStars } from '@tabler/icons-react';
import type { DeckSettings } from '../../core/deck/deck.schema.ts';
import { Empty } from '../ui/empty.tsx';
import { useStatsOfDeck } from './activity.queries.ts';
import { NextCardsText } from './next-cards-text.tsx';

interface NothingToStudyProps {
  deckId: number;
  settings: DeckSettings;
  onEnd: () => void;
}

/** Nothing is due and nothing new is left: when there will be, and the way on. */
export function NothingToStudy({ deckId, settings, onEnd }: NothingToStudyProps) {
  const { data: stats, error } = useStatsOfDeck(deckId);
  return (
    <Empty
      icon={<IconMoonStars size={28} aria-hidden />}
      text={
        <Stack component="span" gap={4}>
          <Text component="span">
            <Trans>There is nothing to study in this deck today.</Trans>
          </Text>
          {/* Without the network there is no more to say. */}
          {!error && (
            <Skeleton component="span" visible={!stats} mih="1lh">
              {stats && <NextCardsText stats={stats} settings={settings} />}
            </Skeleton>
          )}
        </Stack>
      }
      action={
        <Button onClick={onEnd}>
          <Trans>End Session</Trans>
        </Button>
      }
    />
  );
}
