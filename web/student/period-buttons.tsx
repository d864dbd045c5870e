import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { PERIODS, type Period } from './review-buckets.ts';

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
export function PeriodButtons({ period, onChange }: PeriodButtonsProps) {
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
