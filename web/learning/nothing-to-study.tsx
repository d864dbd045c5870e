import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { IconMoonStars } from '@tabler/icons-react';
import type { DeckSettings } from '../../core/deck/deck.schema.ts';
import { Empty } from '../ui/empty.tsx';
import type { SessionSource } from './session.state.ts';
import { SessionEndButtons } from './session-end-buttons.tsx';
import { WhatComes } from './what-comes.tsx';

interface NothingToStudyProps {
  source: SessionSource;
  settings: DeckSettings | null;
  onEnd: () => void;
}

/** Nothing is due and nothing new is left: when there will be, and the ways on. */
export function NothingToStudy({ source, settings, onEnd }: NothingToStudyProps) {
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
          <SessionEndButtons source={source} onEnd={onEnd} />
        </Stack>
      }
    />
  );
}
