import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconChecks, IconRefresh } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react';
import { addressOf } from '../../core/address.ts';
import type { Body } from '../../core/api.ts';
import type { LogOverview, ParkedStudent } from '../../core/log/log.schema.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import { callApi } from '../lib/call/api-client.ts';
import { useList, useRead } from '../lib/call/use-read.ts';
import { TitledSection } from '../ui/control/titled-section.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import type { ConfirmOptions } from '../ui/feedback/confirm-dialog.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { FiguresSkeleton } from '../ui/feedback/figures-skeleton.tsx';
import { LoadError, Unread } from '../ui/feedback/load-error.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useFailedRead } from '../ui/feedback/use-failure.ts';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import { formatDuration } from '../ui/figure/duration.ts';
import { Pages, usePages } from '../ui/list/pagination.tsx';
import classes from './log.module.css';
import { logFailure } from './log-text.ts';
import { projectionMeaning, projectionName } from './projection-text.ts';
import { LogExport } from './runs/log-export.tsx';
import { Verification } from './runs/verification.tsx';

interface ParkedRowProps {
  parked: ParkedStudent;
  isBusy: boolean;
  onReplay: (label: string) => void;
}

/** What is parked of one student in one projection. */
function ParkedRow({ parked, isBusy, onReplay }: ParkedRowProps) {
  const { t, i18n } = useLingui();
  const { student_id: student, partition, first_position, reason } = parked;
  const projection = projectionName(i18n, parked.projection);
  const events = t`${plural(parked.events, { one: '# event', other: '# events' })}`;
  const position = `${partition}-${first_position}`;
  const label = t`${projection}, student ${student}`;
  return (
    <Paper component="li" withBorder radius="md" p="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Stack gap={4} flex="1 1 16rem" miw={0}>
          <Text fw={600}>{label}</Text>
          <Text size="sm" c="dimmed" className="tabular">
            {t`${events}, from position ${position} on`}
          </Text>
          <Code className="breakable" w="fit-content">
            {reason}
          </Code>
        </Stack>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          aria-label={t`Replay: ${label}`}
          disabled={isBusy}
          onClick={() => onReplay(label)}
        >
          {t`Replay`}
        </Button>
      </Group>
    </Paper>
  );
}

/** Which parked events are meant; what is left out means all. */
type ParkedChoice = Body<'POST /api/admin/log/parked/replay'>;

/** Replays parked events after a question, and notifies of the outcome. `replay` returns true when it was done. */
function useReplay(onReplayed: () => Promise<unknown>) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();

  const [run, isReplaying] = useAttempt(logFailure.replay, async (chosen: ParkedChoice) => {
    const { data } = await callApi('POST /api/admin/log/parked/replay', { body: chosen });
    const { applied, remaining } = data;
    const done = t`${plural(applied, { one: '# event was applied', other: '# events were applied' })}`;
    const left = t`${plural(remaining, { one: '# remains parked', other: '# remain parked' })}`;
    if (remaining === 0) notices.success(`${done}.`);
    else notices.warning(`${done}, ${left}.`);
    await onReplayed();
    return true;
  });
  const replay = async (chosen: ParkedChoice, question: Pick<ConfirmOptions, 'title'>): Promise<boolean> => {
    const sure = await confirm({
      ...question,
      text: t`They are applied in order. What still cannot be applied stays parked, with its new reason.`,
      confirmLabel: t`Replay`,
    });
    return sure && ((await run(chosen)) ?? false);
  };

  return { replay, isReplaying };
}

const PAGE = 10;

interface ParkedListProps {
  /** What is parked, as far as the log's state shows. When it changes, the list is read again. */
  count: number | undefined;
  onReplayed: () => Promise<unknown>;
}

/** Events that a projection could not apply, and the later ones of the same students, which wait for them. */
function ParkedList({ count, onReplayed }: ParkedListProps) {
  const { t } = useLingui();
  const { data, error, mutate } = useList(addressOf('GET /api/admin/log/parked'));
  const heading = useRef<HTMLHeadingElement>(null);
  const { items, ...pages } = usePages(data ?? [], PAGE);
  const { replay, isReplaying } = useReplay(() => Promise.all([mutate(), onReplayed()]));

  const before = useRef(count);
  const reread = useEffectEvent(() => void mutate());
  useEffect(() => {
    if (before.current !== undefined && before.current !== count) reread();
    before.current = count;
  }, [count]);

  const ask = async (chosen: ParkedChoice, title: string) => {
    // The button that was pressed may be gone.
    if (await replay(chosen, { title })) heading.current?.focus({ preventScroll: true });
  };
  return (
    <Stack component="section" aria-labelledby="parked-title" gap="sm">
      <Group justify="space-between" gap="sm">
        <Title id="parked-title" ref={heading} tabIndex={-1} order={3} size="h4">
          {t`Parked events`}
        </Title>
        {data && data.length > 0 && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isReplaying}
            onClick={() => void ask({}, t`Replay all parked events?`)}
          >
            {t`Replay all`}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t`What a projection could not apply is kept aside, with all later events of that student, until the reason is mended and they are replayed.`}
      </Text>
      {!data && <Unread of={{ error, mutate }} loading={<Loading />} />}
      {data?.length === 0 && (
        <Empty icon={<IconChecks size={28} aria-hidden />} text={t`No event is parked.`} />
      )}
      {data && data.length > 0 && (
        <>
          <Stack component="ul" className="plain-list" aria-label={t`Parked events`}>
            {items.map((one) => {
              const { projection, student_id } = one;
              return (
                <ParkedRow
                  key={`${projection} ${student_id}`}
                  parked={one}
                  isBusy={isReplaying}
                  onReplay={(label) =>
                    void ask({ projection, student_id }, t`Replay the parked events of ${label}?`)
                  }
                />
              );
            })}
          </Stack>
          <Pages {...pages} label={t`Pages of parked events`} />
        </>
      )}
    </Stack>
  );
}

/** A partition that is behind at all is to be seen. */
const LEAST = 0.25;

/**
 * Returns the height of a cell for each partition's lag, 0 to 1: its logarithm against the greatest. One partition may
 * be behind by a million events and another by ten.
 */
export function lagHeights(lags: readonly number[]): number[] {
  const most = Math.log1p(Math.max(0, ...lags));
  return lags.map((lag) => (lag <= 0 ? 0 : LEAST + (1 - LEAST) * (Math.log1p(lag) / most)));
}

/** The lag of each partition as a row of cells, the fuller the further behind. */
function PartitionCells({ lags }: { lags: readonly number[] }) {
  const { t } = useLingui();
  const heights = lagHeights(lags);
  const texts = lags.map(
    (lag, partition) => t`Partition ${partition}: ${plural(lag, { one: '# event', other: '# events' })}`,
  );
  const behind = texts.filter((_, partition) => (lags[partition] ?? 0) > 0);
  const count = lags.length;
  const summary = behind.length === 0 ? t`All ${count} partitions are up to date` : behind.join(', ');
  return (
    <Stack gap={4}>
      <div role="img" aria-label={summary} className={classes.cells}>
        {texts.map((text, partition) => (
          <span key={text.split(':')[0]} title={text} className={classes.cell}>
            <span className={classes.behind} style={{ '--share': heights[partition] } as CSSProperties} />
          </span>
        ))}
      </div>
      <Text size="xs" c="dimmed" aria-hidden>
        {behind.length === 0
          ? summary
          : t`${plural(behind.length, { one: '# partition is behind', other: '# partitions are behind' })}`}
      </Text>
    </Stack>
  );
}

type ProjectionState = LogOverview['projections'][number];

function ProjectionRow({ state }: { state: ProjectionState }) {
  const { t, i18n } = useLingui();
  const number = (value: number) => value.toLocaleString(i18n.locale);
  const isBehind = state.lag > 0;
  // Less than a second is not nothing.
  const seconds = isBehind ? Math.max(1, Math.round(state.lag_seconds)) : 0;
  const figures: [label: string, value: string][] = [
    [t`Events to take in`, number(state.lag)],
    [t`Behind by`, formatDuration(seconds, i18n)],
    [t`Parked events`, number(state.parked)],
  ];
  return (
    <Paper component="li" withBorder radius="md" p="md" className={classes.projection}>
      <div>
        <Group gap="xs">
          <Title order={4} size="h5">
            {projectionName(i18n, state.name)}
          </Title>
          <Badge variant="light" color={isBehind ? 'yellow' : 'teal'} tt="none">
            {isBehind ? t`Catching up` : t`Up to date`}
          </Badge>
          {state.parked > 0 && (
            <Badge variant="light" color="red" tt="none">
              {t`Parked events`}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {projectionMeaning(i18n, state.name)}
        </Text>
      </div>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <PartitionCells lags={state.partitions} />
    </Paper>
  );
}

function ProjectionList({ states }: { states: readonly ProjectionState[] }) {
  const { t } = useLingui();
  return (
    <TitledSection
      order={3}
      gap="sm"
      title={t`Projections`}
      text={t`Tables that are computed from the log, event by event.`}
    >
      <Stack component="ul" className="plain-list" aria-label={t`Projections`}>
        {states.map((state) => (
          <ProjectionRow key={state.name} state={state} />
        ))}
      </Stack>
    </TitledSection>
  );
}

/** A small bar for each of the last minutes, the one that is not over at the right. */
function MinutesChart({ minutes }: { minutes: readonly number[] }) {
  const { t, i18n } = useLingui();
  const count = minutes.length;
  const before = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'always' });
  const ago = (index: number) => count - 1 - index;
  const title = (index: number) => (ago(index) === 0 ? t`This minute` : before.format(-ago(index), 'minute'));
  const events = (index: number) => (minutes[index] ?? 0).toLocaleString(i18n.locale);

  const total = minutes.reduce((sum, one) => sum + one, 0);
  const summary = t`Events of the last ${count} minutes: ${plural(total, { one: '# event', other: '# events' })}`;
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t`Events in each of the last ${count} minutes; below, how many minutes ago`}
      </Text>
      <ChartFigure
        data={{
          // How long ago, not at what time: these stay, so that new numbers are taken over without a blink.
          labels: minutes.map((_, index) => String(ago(index))),
          series: [{ name: t`Events`, values: [...minutes], text: events }],
          title,
        }}
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
  const { t, i18n } = useLingui();
  const time = i18n.date(new Date(changedAt), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Text size="sm">
      {t`On ${time} another database server took over, or the database was restored. What was acknowledged last before that may be lost. Browsers noticed by themselves.`}
    </Text>
  );
}

function LogNow({ overview }: { overview: LogOverview }) {
  const { t, i18n } = useLingui();
  const events = overview.events.toLocaleString(i18n.locale);
  const perSecond = overview.events_per_second.toLocaleString(i18n.locale, { maximumFractionDigits: 1 });
  return (
    <TitledSection isCard order={3} p={{ base: 'sm', sm: 'lg' }} title={t`Now`}>
      <dl className={`${classes.figures} ${classes.large}`}>
        <div>
          <Text component="dt" size="sm" c="dimmed">
            {t`Events in all`}
          </Text>
          <dd className="tabular">{events}</dd>
        </div>
        <div>
          <Text component="dt" size="sm" c="dimmed">
            {t`Events a second`}
          </Text>
          <dd className="tabular">{perSecond}</dd>
        </div>
        <div>
          <Text component="dt" size="sm" c="dimmed">
            {t`API processes`}
          </Text>
          <dd className="tabular">{overview.processes.api}</dd>
        </div>
        <div>
          <Text component="dt" size="sm" c="dimmed">
            {t`Workers`}
          </Text>
          <dd className="tabular">{overview.processes.worker}</dd>
        </div>
      </dl>
      {overview.epoch_changed_at !== null && <EpochNote changedAt={overview.epoch_changed_at} />}
      <MinutesChart minutes={overview.minutes} />
    </TitledSection>
  );
}

const REFRESH_MS = 2_000;

/** The log of all answers and exams: what comes in, what is computed from it, whether that is right, and the way out. */
export function LogSection() {
  const { t } = useLingui();
  const { data, error, mutate } = useRead(addressOf('GET /api/admin/log'), { refreshInterval: REFRESH_MS });
  useFailedRead(error, logFailure.fetch);
  const reread = () => mutate();
  return (
    <Stack component="section" aria-labelledby="log-title" gap="xl">
      <div>
        <Title id="log-title" order={2} size="h3">
          {t`System log`}
        </Title>
        <Text c="dimmed">
          {t`Every answer and every exam is an event in the log, which never changes. All progress and all results are computed from it.`}
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
