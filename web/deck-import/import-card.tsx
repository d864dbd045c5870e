import { useLingui } from '@lingui/react/macro';
import { Badge, Button, Collapse, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { useDecksChanged } from '../deck/deck.changes.ts';
import { failureText, noticeText } from '../lib/call/notice-text.ts';
import { oneAtATime } from '../lib/call/one-at-a-time.ts';
import { useRead } from '../lib/call/use-read.ts';
import { useSession } from '../lib/kept/stored-session.ts';
import type { LiveState } from '../lib/live/live-line.ts';
import { useLiveLine } from '../lib/live/use-live-line.ts';
import { dateAndTime } from '../lib/text/date-text.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useFailure } from '../ui/feedback/use-failure.ts';
import { fileSize } from '../ui/figure/file-size.ts';
import { importAddress, liveAddress } from './calls-by-role.ts';
import classes from './deck-import.module.css';
import { EndedImport } from './ended-import.tsx';
import { ImportActions } from './import-actions.tsx';
import { isActive, isFollowed, isRefused, STATUS_COLOR, statusText } from './import-status.ts';
import { importProblemText } from './problem-text.ts';
import { RunningImport } from './running-import.tsx';

interface LiveImport {
  current: DeckImport;
  live: LiveState;
  /** It has been changed by a call of ours, which answered how it stands now. */
  replace: (changed: DeckImport) => void;
}

/** An import as it is now. While it waits or runs, it follows the server's stream. */
function useLiveImport(listed: DeckImport): LiveImport {
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
    replace: (changed) => void mutate(address, changed, { revalidate: false }),
  };
}

/** Returns when an import was begun, in the user's way of writing times. */
const importDate = (locale: string, timestamp: string): string => dateAndTime(locale, new Date(timestamp));

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
    else if (current.status === 'failed')
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

/** One import: while it runs how far it is, then what came of it, and what can be done with it. */
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
                importDate(i18n.locale, created_at),
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
