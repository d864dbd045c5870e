import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { PERIODS, type Period } from './review-buckets.ts';

interface PeriodButtonsProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** How far ahead the chart looks. */
export function PeriodButtons({ period, onChange }: PeriodButtonsProps) {
  const { t } = useLingui();
  return (
    <Button.Group aria-label={t`Period in days`}>
      {PERIODS.map((days) => (
        <Button
          key={days}
          size="sm"
          px={4}
          flex={1}
          className="tabular"
          variant={days === period ? 'filled' : 'default'}
          aria-pressed={days === period}
          aria-label={days === 0 ? undefined : t`${plural(days, { one: '# day', other: '# days' })}`}
          onClick={() => onChange(days)}
        >
          {days === 0 ? t`All` : days}
        </Button>
      ))}
    </Button.Group>
  );
}
