import { Trans, useLingui } from '@lingui/react/macro';
import { Paper, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { useDeferredValue, useId } from 'react';
import type { Activity } from '../../core/learning/activity.schema.ts';
import { useActivity } from '../learning/activity.queries.ts';
import { StreakFigure } from '../learning/streak-figure.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { RetentionFigure } from './retention-figure.tsx';
import { StudyCalendar } from './study-calendar.tsx';

/** What stands under the skeleton, so that it has the height of what comes. */
const UNKNOWN: Activity = {
  today: '2026-01-01',
  studied_today: { cards: 0, seconds: 0 },
  days: [],
  streak: { days: 1, since: null, forgiven: 1, forgivable: 1, longest: 1 },
  retention: { asked: 0, recalled: 0, aim: 0.9 },
};

function Figures({ activity }: { activity: Activity }) {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <StreakFigure activity={activity} isRoomy />
        <RetentionFigure retention={activity.retention} />
      </SimpleGrid>
      <StudyCalendar activity={activity} />
    </Stack>
  );
}

/** How regularly the student studies, and how much stays. */
export function ActivityBlock() {
  const { t } = useLingui();
  const titleId = useId();
  const { data, error, mutate } = useActivity();
  // A year of days, drawn when there is time.
  const activity = useDeferredValue(data);
  return (
    <Stack component="section" aria-labelledby={titleId} gap="sm">
      <Title id={titleId} order={2} size="h3">
        <Trans>Your study rhythm</Trans>
      </Title>
      {!activity && error ? (
        <LoadError error={error} onRetry={() => void mutate()} />
      ) : (
        <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
          {activity ? (
            <Figures activity={activity} />
          ) : (
            <Skeleton role="status" aria-label={t`Loading…`}>
              <div inert>
                <Figures activity={UNKNOWN} />
              </div>
            </Skeleton>
          )}
        </Paper>
      )}
    </Stack>
  );
}
