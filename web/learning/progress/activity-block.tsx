import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDeferredValue, useId } from 'react';
import type { Activity } from '../../../core/learning/progress/activity.schema.ts';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { useActivity } from '../activity.queries.ts';
import { StreakFigure } from '../screen/streak-figure.tsx';
import classes from './activity-block.module.css';
import { retentionVerdict } from './retention-verdict.ts';
import { StudyCalendar } from './study-calendar.tsx';

/** How much of what came up again was remembered in the last month, beside the aim. */
function RetentionFigure({ retention }: { retention: Activity['retention'] }) {
  const { t, i18n } = useLingui();
  const { asked, recalled, aim } = retention;
  const verdict = retentionVerdict(retention);
  const inPercent = (share: number) => i18n.number(share, { style: 'percent', maximumFractionDigits: 0 });
  const [share, target] = [inPercent(asked ? recalled / asked : 0), inPercent(aim)];
  const isKnown = verdict !== 'unknown';
  const width = isKnown ? `${(100 * recalled) / asked}%` : 0;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" align="baseline">
        <Text fz="h3" fw={700} lh={1.3} className="tabular">
          {isKnown ? <Trans>{share} remembered</Trans> : <Trans>Remembered: not known yet</Trans>}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          <Trans>Aim: {target}</Trans>
        </Text>
      </Group>
      <div
        className={classes.track}
        role="img"
        aria-label={isKnown ? t`Remembered: ${share}, the aim is ${target}` : t`Not enough reviews yet`}
      >
        <div className={classes.remembered} style={{ width }} data-below={verdict === 'below' || undefined} />
        <div className={classes.aim} style={{ left: `${100 * aim}%` }} />
      </div>
      <Text size="sm" c="dimmed" mih="2lh">
        {isKnown && (
          <>
            <Plural
              value={asked}
              one="Of # review in the last 30 days."
              other="Of # reviews in the last 30 days."
            />{' '}
          </>
        )}
        {verdict === 'unknown' && <Trans>It shows once ten cards have come back for review.</Trans>}
        {verdict === 'near' && <Trans>Your cards come back at the right time.</Trans>}
        {verdict === 'above' && <Trans>More than the aim: there is room for more new cards.</Trans>}
        {verdict === 'below' && <Trans>With fewer new cards a day, more will stay.</Trans>}
      </Text>
    </Stack>
  );
}

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
