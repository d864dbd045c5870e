import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import type { Activity } from '../../core/learning/activity.schema.ts';
import classes from './activity-block.module.css';
import { retentionVerdict } from './retention-verdict.ts';

/** How much of what came up again was remembered in the last month, beside the aim. */
export function RetentionFigure({ retention }: { retention: Activity['retention'] }) {
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
