import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconChartBar, IconPlayerPlay } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { StudyDeck } from '../deck/deck-groups.ts';
import { dayAgo } from '../lib/date-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useRecentDeck } from './studied-deck.queries.ts';

interface RecentDeckBlockProps {
  onShowProgress: (deck: StudyDeck) => void;
}

/** Where the student left off; nothing before the first card. */
export function RecentDeckBlock({ onShowProgress }: RecentDeckBlockProps) {
  const { t, i18n } = useLingui();
  const titleId = useId();
  const { data: deck, error, mutate } = useRecentDeck();
  if (deck === undefined && error) return <LoadError error={error} onRetry={() => mutate()} />;
  if (deck === undefined) return <Skeleton height={148} radius="lg" role="status" aria-label={t`Loading…`} />;
  if (deck === null) return null;
  const lastStudied = dayAgo(i18n.locale, new Date(deck.last_studied_at), new Date());
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p="lg" shadow="xs">
      <Stack gap="md">
        <div>
          <Text id={titleId} component="h2" size="sm" fw={500} c="dimmed" m={0}>
            <Trans>Continue where you left off</Trans>
          </Text>
          <Title order={3} size="h3">
            {deck.title}
          </Title>
          <Text size="sm" c="dimmed">
            <Trans>Last studied: {lastStudied}</Trans>
          </Text>
        </div>
        <Group>
          <Button
            component={Link}
            to={paths.learn(deck.id)}
            size="md"
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
          >
            <Trans>Continue</Trans>
          </Button>
          <Button
            variant="default"
            size="md"
            leftSection={<IconChartBar size={18} aria-hidden />}
            onClick={() => onShowProgress(deck)}
          >
            <Trans>Progress</Trans>
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
