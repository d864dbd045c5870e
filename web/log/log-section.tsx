import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Paper, Stack, Text, Title } from '@mantine/core';
import { addressOf } from '../../core/address.ts';
import type { LogOverview } from '../../core/log/log.schema.ts';
import { BAR_CHART_HEIGHT_PX } from '../chart/bar-layout.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import { useBarChart } from '../chart/use-bar-chart.ts';
import { useRead } from '../lib/call/use-read.ts';
import { FiguresSkeleton } from '../ui/feedback/figures-skeleton.tsx';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { useFailedRead } from '../ui/feedback/use-failed-read.ts';
import classes from './log.module.css';
import { logFailure } from './log-text.ts';
import { ParkedList } from './parked-list.tsx';
import { ProjectionList } from './projection-list.tsx';
import { LogExport } from './runs/log-export.tsx';
import { Verification } from './runs/verification.tsx';

/** A small bar for each of the last minutes, the one that is not over at the right. */
function MinutesChart({ minutes }: { minutes: readonly number[] }) {
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

/** The database goes on from an earlier state since then. */
function EpochNote({ changedAt }: { changedAt: string }) {
  const { i18n } = useLingui();
  const time = i18n.date(new Date(changedAt), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Text size="sm">
      <Trans>
        On {time} another database server took over, or the database was restored. What was acknowledged last
        before that may be lost. Browsers noticed by themselves.
      </Trans>
    </Text>
  );
}

/** How many events there are, and how many come in. */
function LogNow({ overview }: { overview: LogOverview }) {
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
        {overview.epoch_changed_at !== null && <EpochNote changedAt={overview.epoch_changed_at} />}
        <MinutesChart minutes={overview.minutes} />
      </Stack>
    </Paper>
  );
}

const REFRESH_MS = 2_000;

/** Reads how the log and its projections are, again and again while the page is seen. */
const useLogOverview = () => useRead(addressOf('GET /api/admin/log'), { refreshInterval: REFRESH_MS });

/** The log of all answers and exams: what comes in, what is computed from it, whether that is right, and the way out. */
export function LogSection() {
  const { t } = useLingui();
  const { data, error, mutate } = useLogOverview();
  useFailedRead(error, logFailure.fetch);
  const reread = () => mutate();
  return (
    <Stack component="section" aria-labelledby="log-title" gap="xl">
      <div>
        <Title id="log-title" order={2} size="h3">
          <Trans>System log</Trans>
        </Title>
        <Text c="dimmed">
          <Trans>
            Every answer and every exam is an event in the log, which never changes. All progress and all
            results are computed from it.
          </Trans>
        </Text>
      </div>
      {error !== undefined && (
        <LoadError
          error={error}
          title={data && t`What is shown here is no longer current`}
          onRetry={() => void reread()}
        />
      )}
      {!data && error === undefined && <FiguresSkeleton />}
      {data && (
        <>
          <LogNow overview={data} />
          <ProjectionList states={data.projections} />
        </>
      )}
      <ParkedList
        count={data?.projections.reduce((sum, { parked }) => sum + parked, 0)}
        onReplayed={reread}
      />
      {data && (
        <Verification
          overview={data}
          onStarted={(run) =>
            mutate((state) => state && { ...state, current_run: run }, { revalidate: false })
          }
          onChanged={reread}
        />
      )}
      <LogExport />
    </Stack>
  );
}
