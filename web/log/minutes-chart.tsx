import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { BAR_CHART_HEIGHT_PX } from '../chart/bar-layout.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import { useBarChart } from '../chart/use-bar-chart.ts';

/** A small bar for each of the last minutes, the one that is not over at the right. */
export function MinutesChart({ minutes }: { minutes: readonly number[] }) {
  const { t, i18n } = useLingui();
  const count = minutes.length;
  const before = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'always' });
  const ago = (index: number) => count - 1 - index;
  const title = (index: number) => (ago(index) === 0 ? t`This minute` : before.format(-ago(index), 'minute'));
  const events = (index: number) => (minutes[index] ?? 0).toLocaleString(i18n.locale);

  const chart = useBarChart({
    // How long ago, not at what time: these stay, so that new numbers are taken over without a blink.
    labels: minutes.map((_, index) => String(ago(index))),
    values: [...minutes],
    seriesName: t`Events`,
    title,
    text: events,
  });

  const total = minutes.reduce((sum, one) => sum + one, 0);
  const summary = t`Events of the last ${count} minutes: ${plural(total, { one: '# event', other: '# events' })}`;
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        <Trans>Events in each of the last {count} minutes; below, how many minutes ago</Trans>
      </Text>
      <ChartFigure
        {...chart}
        height={BAR_CHART_HEIGHT_PX}
        summary={summary}
        table={{
          head: [t`Minute`, t`Events`],
          rows: minutes
            .map((_, index) => ({ key: ago(index), label: title(index), cells: [events(index)] }))
            .reverse(),
        }}
      />
    </Stack>
  );
}
