import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { DeckStats } from '../../../core/learning/learning.schema.ts';
import { formatDuration } from '../../ui/figure/duration.ts';
import { PercentBar } from '../../ui/figure/percent-bar.tsx';
import { DeckGrapes } from '../deck-grapes.tsx';
import { PERIODS, type Period } from './review-buckets.ts';
import { ReviewChart } from './review-chart.tsx';

const periodText = {
  7: msg`7 days`,
  30: msg`30 days`,
  180: msg`6 months`,
  365: msg`1 year`,
  0: msg`All`,
} satisfies Record<Period, unknown>;

interface PeriodButtonsProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** How far ahead the chart looks. */
function PeriodButtons({ period, onChange }: PeriodButtonsProps) {
  const { t, i18n } = useLingui();
  return (
    <Group gap={6} role="group" aria-label={t`Period`}>
      {PERIODS.map((days) => (
        <Button
          key={days}
          size="sm"
          px="sm"
          radius="xl"
          variant={days === period ? 'light' : 'default'}
          aria-pressed={days === period}
          onClick={() => onChange(days)}
        >
          {i18n._(periodText[days])}
        </Button>
      ))}
    </Group>
  );
}

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
