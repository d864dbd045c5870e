import { Trans } from '@lingui/react/macro';
import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LiveState } from '../../lib/live/live-line.ts';
import classes from './live-badge.module.css';

const WORDS: Record<LiveState, ReactNode> = {
  connecting: <Trans>Connecting…</Trans>,
  live: <Trans>Live</Trans>,
  reconnecting: <Trans>Reconnecting…</Trans>,
  polling: <Trans>Updated every 5 seconds</Trans>,
  ended: null,
};

/** How fresh the figures are. */
export function LiveBadge({ state }: { state: LiveState }) {
  return (
    <Group role="status" gap={8} wrap="nowrap" className={classes.badge} data-state={state}>
      {state !== 'ended' && <Box className={classes.dot} aria-hidden />}
      <Text component="span" size="sm" fw={500}>
        {WORDS[state]}
      </Text>
    </Group>
  );
}
