import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { DeckStats } from '../../core/learning/learning.schema.ts';
import { DeckGrapes } from '../learning/deck-grapes.tsx';
import { formatDuration } from '../ui/duration.ts';
import { PercentBar } from '../ui/percent-bar.tsx';
import { PeriodButtons } from './period-buttons.tsx';
import type { Period } from './review-buckets.ts';
import { ReviewChart } from './review-chart.tsx';

interface ProgressSummaryProps {
  stats: Omit<DeckStats, 'deck_id'>;
  /** Days; the period that the chart starts with. */
  defaultPeriod?: Period;
  /** Beside the first heading. */
  action?: ReactNode;
}

function Figure({ name, label, value }: { name: string; label: string; value: string | number }) {
  return (
    <Paper withBorder radius="md" p="sm" role="group" aria-label={name}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={{ base: 'h3', xs: 'h2' }} fw={700} className="tabular">
        {value}
      </Text>
    </Paper>
  );
}

/** Today, all in all, and what is to come. */
export function ProgressSummary({ stats, defaultPeriod = 7, action }: ProgressSummaryProps) {
  const { t, i18n } = useLingui();
  const [period, setPeriod] = useState(defaultPeriod);
  const { cards_studied, cards_known, total_cards, completion_percentage, today_stats, overdue } = stats;
  const learning = cards_studied - cards_known;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={3} size="h5">
            <Trans>Today</Trans>
          </Title>
          {action}
        </Group>
        <SimpleGrid cols={2}>
          <Figure name={t`Cards today`} label={t`Cards`} value={today_stats.cards_studied} />
          <Figure name={t`Time today`} label={t`Time`} value={formatDuration(today_stats.time_spent, i18n)} />
        </SimpleGrid>
      </Stack>
      <Group gap="md" wrap="nowrap" align="center">
        <DeckGrapes stats={stats} size={88} />
        <Stack gap={6} flex={1} miw={0}>
          <Title order={3} size="h5">
            <Trans>Overall progress</Trans>
          </Title>
          <PercentBar value={completion_percentage} label={t`Overall progress`} />
          <Text size="sm" c="dimmed" className="tabular">
            <Trans>
              {cards_studied} of {total_cards} cards learnt
            </Trans>
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            <Trans>
              {cards_known} known well, {learning} still being learnt
            </Trans>
          </Text>
        </Stack>
      </Group>
      <Stack gap="sm">
        <Title order={3} size="h5">
          <Trans>Upcoming reviews</Trans>
        </Title>
        {overdue > 0 && (
          <Text size="sm" c="dimmed">
            <Trans>{overdue} of the cards that are due now have been waiting since before today.</Trans>
          </Text>
        )}
        <PeriodButtons period={period} onChange={setPeriod} />
        <ReviewChart schedule={stats.review_schedule} period={period} />
      </Stack>
    </Stack>
  );
}
