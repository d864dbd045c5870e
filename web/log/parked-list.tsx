import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconChecks, IconRefresh } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressOf } from '../../core/address.ts';
import type { Body, Data } from '../../core/api.ts';
import type { ParkedStudent } from '../../core/log/log.schema.ts';
import { callApi } from '../lib/call/api-client.ts';
import { useList } from '../lib/call/use-read.ts';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import type { ConfirmOptions } from '../ui/feedback/confirm-dialog.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { Unread } from '../ui/feedback/unread.tsx';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import { pageOf } from '../ui/list/page-of.ts';
import { Pages } from '../ui/list/pagination.tsx';
import classes from './log.module.css';
import { logFailure } from './log-text.ts';
import { ParkedRow } from './parked-row.tsx';

/** Which parked events are meant; what is left out means all. */
type ParkedChoice = Body<'POST /api/admin/log/parked/replay'>;

/** Applies parked events again, in order. */
async function replayParkedEvents(chosen: ParkedChoice): Promise<Data<'POST /api/admin/log/parked/replay'>> {
  return (await callApi('POST /api/admin/log/parked/replay', { body: chosen })).data;
}

/** Replays parked events after a question, and notifies of the outcome. `replay` returns true when it was done. */
function useReplay(onReplayed: () => Promise<unknown>) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();

  const [run, isReplaying] = useAttempt(logFailure.replay, async (chosen: ParkedChoice) => {
    const { applied, remaining } = await replayParkedEvents(chosen);
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

/** Reads what projections could not apply, by projection and student. */
const useParkedEvents = () => useList(addressOf('GET /api/admin/log/parked'));

const PAGE = 10;

interface ParkedListProps {
  /** What is parked, as far as the log's state shows. When it changes, the list is read again. */
  count: number | undefined;
  onReplayed: () => Promise<unknown>;
}

interface FoundParkedProps {
  all: readonly ParkedStudent[];
  isBusy: boolean;
  onReplay: (chosen: ParkedChoice, label: string) => void;
}

function FoundParked({ all, isBusy, onReplay }: FoundParkedProps) {
  const { t } = useLingui();
  const [asked, setPage] = useState(1);
  const { items, page, pageCount } = pageOf(all, asked, PAGE);
  return (
    <>
      <ul className={classes.list} aria-label={t`Parked events`}>
        {items.map((one) => (
          <ParkedRow
            key={`${one.projection} ${one.student_id}`}
            parked={one}
            isBusy={isBusy}
            onReplay={(label) => onReplay({ projection: one.projection, student_id: one.student_id }, label)}
          />
        ))}
      </ul>
      <Pages total={pageCount} page={page} onChange={setPage} label={t`Pages of parked events`} />
    </>
  );
}

/** Events that a projection could not apply, and the later ones of the same students, which wait for them. */
export function ParkedList({ count, onReplayed }: ParkedListProps) {
  const { t } = useLingui();
  const { data, error, mutate } = useParkedEvents();
  const heading = useRef<HTMLHeadingElement>(null);
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
          <Trans>Parked events</Trans>
        </Title>
        {data && data.length > 0 && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isReplaying}
            onClick={() => void ask({}, t`Replay all parked events?`)}
          >
            <Trans>Replay all</Trans>
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        <Trans>
          What a projection could not apply is kept aside, with all later events of that student, until the
          reason is mended and they are replayed.
        </Trans>
      </Text>
      {!data && <Unread of={{ error, mutate }} loading={<Loading />} />}
      {data?.length === 0 && (
        <Empty icon={<IconChecks size={28} aria-hidden />} text={<Trans>No event is parked.</Trans>} />
      )}
      {data && data.length > 0 && (
        <FoundParked
          all={data}
          isBusy={isReplaying}
          onReplay={(chosen, label) => void ask(chosen, t`Replay the parked events of ${label}?`)}
        />
      )}
    </Stack>
  );
}
