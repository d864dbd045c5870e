import { msg } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Alert, Badge, Button, Collapse, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { useDecksChanged } from '../deck/deck.changes.ts';
import { failureText, noticeText } from '../lib/call/notice-text.ts';
import { oneAtATime } from '../lib/call/one-at-a-time.ts';
import { useRead } from '../lib/call/use-read.ts';
import { useSession } from '../lib/kept/stored-session.ts';
import type { LiveState } from '../lib/live/live-line.ts';
import { useLiveLine } from '../lib/live/use-live-line.ts';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';
import { paths } from '../lib/pages/paths.ts';
import { dateAndTime } from '../lib/text/date-text.ts';
import { ButtonLink } from '../ui/control/button-link.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx';
import { LiveBadge } from '../ui/feedback/live-badge.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useFailure } from '../ui/feedback/use-failure.ts';
import { formatDuration } from '../ui/figure/duration.ts';
import { fileSize } from '../ui/figure/file-size.ts';
import { PercentBar } from '../ui/figure/percent-bar.tsx';
import {
  cancelImport,
  checkImportAgain,
  confirmImport,
  importAddress,
  isTeachersImport,
  liveAddress,
} from './calls-by-role.ts';
import classes from './deck-import.module.css';
import { ImportFigures } from './import-figures.tsx';
import {
  bringsSchedule,
  hasRest,
  isActive,
  isFollowed,
  isMended,
  isReady,
  isRefused,
  phaseText,
  STATUS_COLOR,
  statusText,
} from './import-status.ts';
import { ProblemList } from './problem-list.tsx';
import { importProblemText } from './problem-text.ts';
import { FieldChoice } from './upload/field-choice.tsx';
import { SampleCards } from './upload/sample-cards.tsx';

interface ImportActionsProps {
  current: DeckImport;
  onChange: (changed: DeckImport) => void;
}

function ImportActions({ current, onChange }: ImportActionsProps) {
  const { t, i18n } = useLingui();
  const { deck: pathOf } = useAuthorPaths();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const [busy, setBusy] = useState<'cancel' | 'check' | 'confirm' | null>(null);
  // A run stops after a moment.
  const [isStopping, setStopping] = useState(false);
  const { id, title, status, has_files, deck_id, started_by } = current;
  // Of a colleague's into an own deck only what came of it is seen.
  const isOwn = useSession().userId === started_by.id || !isTeachersImport();
  const active = isActive(current);
  const isBringing = bringsSchedule(current);

  const cancel = async () => {
    if (isBringing) return stop();
    const sure = await confirm({
      title: active ? t`Stop the import of “${title}”?` : t`Throw away what was uploaded for “${title}”?`,
      text: active
        ? t`Nothing is changed then, and the files have to be uploaded again.`
        : t`The report stays; to import the deck, its files have to be uploaded again.`,
      confirmLabel: active ? t`Stop the import` : t`Throw the files away`,
      cancelLabel: active ? t`Go on importing` : t`Keep the files`,
      danger: true,
    });
    if (!sure) return;
    await stop();
  };

  const run = async (what: typeof busy, work: () => Promise<void>, text = failureText.deckUploadFailed) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      failed(text, error);
    } finally {
      setBusy(null);
    }
  };

  const stop = () =>
    run(
      'cancel',
      async () => {
        const changed = await cancelImport(id);
        setStopping(isFollowed(changed));
        onChange(changed);
        // The end of one that ran causes a notice when it is seen.
        if (!active && !isBringing) notices.info(i18n._(noticeText.importCancelled));
      },
      msg({ message: 'The import could not be stopped: {message}' }),
    );

  const start = () =>
    run('confirm', async () => {
      setStopping(false);
      onChange(await confirmImport(id, hasRest(current)));
      notices.success(i18n._(noticeText.importStarted));
    });

  const check = () => run('check', async () => onChange(await checkImportAgain(id)));

  const isChecked = status === 'checked' && has_files;
  const hasDeck = status === 'completed' && deck_id !== null;
  const isStoppable = active || isBringing || isChecked;
  if (!(isOwn && isStoppable) && !hasDeck) return null;
  return (
    <Group gap="sm">
      {isMended(current) && (
        <Button size="sm" variant="light" loading={busy === 'check'} onClick={() => void check()}>
          {t`Check again`}
        </Button>
      )}
      {isReady(current) && (
        <Button size="sm" variant="light" loading={busy === 'confirm'} onClick={() => void start()}>
          {t`Import now`}
        </Button>
      )}
      {hasRest(current) && (
        <Button size="sm" variant="light" loading={busy === 'confirm'} onClick={() => void start()}>
          {t`Import the rest`}
        </Button>
      )}
      {isOwn && isStoppable && (
        <Button
          size={active || isBringing ? 'xs' : 'sm'}
          variant="default"
          loading={busy === 'cancel' || ((active || isBringing) && isStopping)}
          onClick={() => void cancel()}
        >
          {isBringing
            ? t`Stop bringing the schedule along`
            : active
              ? t`Stop the import`
              : t`Throw the files away`}
        </Button>
      )}
      {hasDeck && (
        <ButtonLink
          to={isTeachersImport() ? pathOf(deck_id) : paths.adminCards(deck_id)}
          size="sm"
          variant="light"
        >
          {t`See the cards`}
        </ButtonLink>
      )}
    </Group>
  );
}

interface EndedImportProps {
  current: DeckImport;
  onChange: (changed: DeckImport) => void;
}

const CheckedLines = lazy(() => import('./checked-lines.tsx'));

function Lines(props: EndedImportProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="light" h={44} w="fit-content" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t`See and mend all lines`}
      </Button>
      {isOpen && (
        <ErrorBoundary>
          <Suspense fallback={<Loading />}>
            <CheckedLines {...props} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

function EndedImport({ current, onChange }: EndedImportProps) {
  const { t, i18n } = useLingui();
  const { failure, report, status } = current;
  return (
    <Stack gap="md" pt="xs">
      {failure && !isRefused(current) && (
        <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
          {importProblemText(i18n, failure)}
        </Alert>
      )}
      {isReady(current) && (
        <Alert color="teal" variant="light" icon={<IconCheck aria-hidden />}>
          {t`Nothing stands in the way. Nothing has been changed yet.`}
        </Alert>
      )}
      {isMended(current) && (
        <Alert color="blue" variant="light" role="status" icon={<IconAlertCircle aria-hidden />}>
          {t`Lines were changed since the check. Check again before you import.`}
        </Alert>
      )}
      {isRefused(current) && !isMended(current) && (
        <Alert
          color={hasRest(current) ? 'yellow' : 'red'}
          variant="light"
          icon={<IconAlertCircle aria-hidden />}
        >
          {hasRest(current) ? (
            <Plural
              value={current.error_count}
              one="# error was found. Import the rest without it, or mend it below or in the file. Cards that the file no longer has stay in the deck."
              other="# errors were found. Import the rest without them, or mend them below or in the file. Cards that the file no longer has stay in the deck."
            />
          ) : current.has_files ? (
            <Plural
              value={current.error_count}
              one="This cannot be imported yet: mend # error below, or in the file."
              other="This cannot be imported yet: mend # errors below, or in the file."
            />
          ) : (
            <Plural
              value={current.error_count}
              one="This cannot be imported yet: mend # error in the file, then upload it again."
              other="This cannot be imported yet: mend # errors in the file, then upload it again."
            />
          )}
        </Alert>
      )}
      {status === 'cancelled' && <Text c="dimmed">{t`It was stopped; nothing was changed.`}</Text>}
      {status === 'completed' && current.deck_id !== null && isTeachersImport() && (
        <Text size="sm" c="dimmed">
          {t`For a day, who imported it can take it back, on the page of its deck.`}
        </Text>
      )}
      {status === 'checked' && report?.samples && <SampleCards samples={report.samples} />}
      {status === 'checked' && current.has_files && <Lines current={current} onChange={onChange} />}
      {status === 'checked' && current.has_files && report?.fields && (
        <FieldChoice current={current} fields={report.fields} onChange={onChange} />
      )}
      {report && status !== 'cancelled' && <ImportFigures current={current} report={report} />}
      <ProblemList current={current} />
    </Stack>
  );
}

function RunningImport({ current, live }: { current: DeckImport; live: LiveState }) {
  const { t, i18n } = useLingui();
  const { status, phase, percent, seconds_left } = current;
  const phaseLabel =
    status === 'queued' || phase === null ? t`Waiting for its turn` : i18n._(phaseText[phase]);
  const number = (value: number) => value.toLocaleString(i18n.locale);
  const part = (done: number, total: number | null) =>
    total === null ? number(done) : `${number(done)}/${number(total)}`;
  const cards = part(current.cards_done, current.cards_total);
  const files = part(current.audio_done, current.audio_total);
  const left = seconds_left === null ? null : formatDuration(seconds_left, i18n);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={500}>{phaseLabel}</Text>
        <LiveBadge state={live} />
      </Group>
      <PercentBar value={percent} label={t`Imported by the server`} />
      <div className={classes.facts}>
        <Text size="sm" className="tabular">{t`Rows: ${cards}`}</Text>
        <Text size="sm" className="tabular">{t`Files: ${files}`}</Text>
        {left !== null && <Text size="sm" className="tabular">{t`Time left: ${left}`}</Text>}
      </div>
    </Stack>
  );
}

/** An import as it is now. While it waits or runs, it follows the server's stream. */
function useLiveImport(listed: DeckImport) {
  const params = { importId: listed.id };
  const address = importAddress({ params });
  const { mutate } = useSWRConfig();
  const isLive = isFollowed(listed);
  const one = useRead(isLive ? address : null);
  const [read] = useState(() => oneAtATime(() => one.mutate()));
  const live = useLiveLine(isLive && isFollowed(one.data ?? listed) ? liveAddress({ params }) : null, read);
  return {
    current: (isLive ? one.data : undefined) ?? listed,
    live,
    // Also while nothing is read under this key: what is kept there of an earlier run would be shown else.
    replace: (changed: DeckImport) => void mutate(address, changed, { revalidate: false }),
  };
}

/** Notifies of the end of an import that was seen running, or that was uploaded from this page. */
function useEndNotice(current: DeckImport, isWatched: boolean, onEnd: (ended: DeckImport) => void): void {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const decksChanged = useDecksChanged();
  const wasActive = useRef(isWatched);
  const look = useEffectEvent(() => {
    const hasEnded = wasActive.current && !isActive(current);
    wasActive.current = isActive(current);
    if (!hasEnded) return;
    onEnd(current);
    if (current.status === 'completed') {
      notices.success(t`The deck has been imported.`);
      void decksChanged();
    } else if (current.status === 'cancelled') notices.info(i18n._(noticeText.importCancelled));
    else if (current.status === 'failed' || current.failure)
      failed(
        failureText.deckUploadFailed,
        undefined,
        current.failure ? importProblemText(i18n, current.failure) : undefined,
      );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what matters of the import is its status
  useEffect(() => look(), [current.status]);
}

interface ImportCardProps {
  listed: DeckImport;
  isWatched: boolean;
  /** Shows all of it from the start. */
  isOpen: boolean;
  onChange: (changed: DeckImport) => void;
}

export function ImportCard({ listed, isWatched, isOpen, onChange }: ImportCardProps) {
  const { t, i18n } = useLingui();
  const titleId = useId();
  const detailsId = useId();
  const [opened, setOpened] = useState(isOpen);
  const { current, live, replace } = useLiveImport(listed);
  useEndNotice(current, isWatched, onChange);

  const change = (changed: DeckImport) => {
    replace(changed);
    onChange(changed);
  };
  const { title, status, files, file_count, created_at } = current;
  const starter = current.started_by.name;
  const isOwn = useSession().userId === current.started_by.id;
  const names = files.map(({ name, bytes }) => `${name} (${fileSize(bytes, i18n.locale)})`);
  const more = file_count - files.length;
  const active = isActive(current);
  const isShown = opened || active;
  return (
    <Paper component="article" aria-labelledby={titleId} withBorder radius="lg" p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" align="flex-start" wrap="nowrap">
          <Stack gap={2} miw={0}>
            <Title id={titleId} order={3} size="h4" className={classes.name}>
              {title}
            </Title>
            <Text size="xs" c="dimmed" className={classes.name}>
              {[
                dateAndTime(i18n.locale, new Date(created_at)),
                ...(isOwn ? [] : [t`by ${starter}`]),
                ...names,
                ...(more > 0 ? [t`and ${more} more`] : []),
              ].join(' · ')}
            </Text>
          </Stack>
          <Badge
            variant="light"
            color={isRefused(current) ? 'red' : STATUS_COLOR[status]}
            tt="none"
            flex="none"
            role="status"
          >
            {isRefused(current) ? t`Errors found` : i18n._(statusText[status])}
          </Badge>
        </Group>
        {active ? (
          <RunningImport current={current} live={live} />
        ) : (
          <>
            <Button
              size="compact-sm"
              variant="transparent"
              px={0}
              aria-expanded={isShown}
              aria-controls={detailsId}
              w="fit-content"
              rightSection={
                isShown ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />
              }
              onClick={() => setOpened(!opened)}
            >
              {isShown ? t`Hide the report` : t`Show the report`}
            </Button>
            <Collapse id={detailsId} expanded={isShown} keepMounted={false}>
              <EndedImport current={current} onChange={change} />
            </Collapse>
          </>
        )}
        <ImportActions current={current} onChange={change} />
      </Stack>
    </Paper>
  );
}
