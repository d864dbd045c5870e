import { Trans } from '@lingui/react/macro';
import { Paper, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { ActivityChart } from './activity-chart.tsx';
import { ACTIVITY_DAYS_MAX, activityDays, studyDayHere } from './activity-days.ts';
import type { ProgressOfRange } from './class-progress.queries.ts';

/** What the whole class has done, day by day. */
export function ClassActivity({ activity, range }: Pick<ProgressOfRange, 'activity' | 'range'>) {
  const titleId = useId();
  const days = activityDays(activity, range, studyDayHere(Date.now()));
  const isUsual = range.start_date === undefined && range.end_date === undefined;
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p={{ base: 'sm', sm: 'lg' }}>
      <Stack gap="xs">
        <div>
          <Title id={titleId} order={2} size="h5">
            <Trans>Activity of each day</Trans>
          </Title>
          <Text size="sm" c="dimmed">
            {isUsual && <Trans>Cards of the last 30 days</Trans>}
            {!isUsual && days.length < ACTIVITY_DAYS_MAX && <Trans>Cards of the days you have chosen</Trans>}
            {!isUsual && days.length >= ACTIVITY_DAYS_MAX && (
              <Trans>Cards of the last year of the days you have chosen</Trans>
            )}
          </Text>
        </div>
        <ActivityChart days={days} />
      </Stack>
    </Paper>
  );
}
