import { Trans, useLingui } from '@lingui/react/macro';
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { LogOverview } from '../../core/log/log.schema.ts';
import classes from './log.module.css';
import { MinutesChart } from './minutes-chart.tsx';

/** How many events there are, and how many come in. */
export function LogNow({ overview }: { overview: LogOverview }) {
  const { i18n } = useLingui();
  const events = overview.events.toLocaleString(i18n.locale);
  const perSecond = overview.events_per_second.toLocaleString(i18n.locale, { maximumFractionDigits: 1 });
  return (
    <Paper component="section" aria-labelledby="log-now" withBorder radius="lg" p={{ base: 'sm', sm: 'lg' }}>
      <Stack gap="md">
        <Title id="log-now" order={3} size="h4">
          <Trans>Now</Trans>
        </Title>
        <dl className={`${classes.figures} ${classes.large}`}>
          <div>
            <Text component="dt" size="sm" c="dimmed">
              <Trans>Events in all</Trans>
            </Text>
            <dd className="tabular">{events}</dd>
          </div>
          <div>
            <Text component="dt" size="sm" c="dimmed">
              <Trans>Events a second</Trans>
            </Text>
            <dd className="tabular">{perSecond}</dd>
          </div>
        </dl>
        <MinutesChart minutes={overview.minutes} />
      </Stack>
    </Paper>
  );
}
