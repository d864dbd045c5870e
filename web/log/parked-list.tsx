import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconChecks, IconRefresh } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressOf } from '../../core/address.ts';
import type { ParkedStudent } from '../../core/log/log.schema.ts';
import { useList } from '../lib/use-read.ts';
import { Empty } from '../ui/empty.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Loading } from '../ui/loading.tsx';
import { pageOf } from '../ui/page-of.ts';
import { Pages } from '../ui/pagination.tsx';
import classes from './log.module.css';
import { ParkedRow } from './parked-row.tsx';
import type { ParkedChoice } from './replay-parked-events.ts';
import { useReplay } from './use-replay.ts';

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
      {!data && error !== undefined && <LoadError error={error} onRetry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
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
