import { Trans } from '@lingui/react/macro';
import { Badge, Group } from '@mantine/core';
import classes from './learning-session.module.css';
import type { Counters } from './session.state.ts';

/** What is left today. */
export function SessionCounters({ counters }: { counters: Counters }) {
  return (
    <Group gap={6}>
      <Badge variant="light" color="blue" tt="none" size="lg" classNames={{ label: classes.counter }}>
        <Trans>New {counters.new}</Trans>
      </Badge>
      <Badge variant="light" color="orange" tt="none" size="lg" classNames={{ label: classes.counter }}>
        <Trans>Learning {counters.learning}</Trans>
      </Badge>
      <Badge variant="light" color="teal" tt="none" size="lg" classNames={{ label: classes.counter }}>
        <Trans>Review {counters.review}</Trans>
      </Badge>
    </Group>
  );
}
