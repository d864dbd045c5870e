import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ListedEntry } from '../../core/audit/audit.schema.ts';
import { dateAndTime } from '../lib/text/date-text.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../ui/feedback/loading-block.tsx';
import { useFailedRead } from '../ui/feedback/use-failure.ts';
import { NextPages } from '../ui/list/next-pages.tsx';
import { type AuditOf, useAuditEntries } from './audit.queries.ts';
import classes from './audit-pages.module.css';
import { actionText, personName } from './audit-text.ts';

function EntryRow({ entry, isOfClass }: { entry: ListedEntry; isOfClass: boolean }) {
  const { t, i18n } = useLingui();
  const named = (what: ListedEntry['deck']) => what && (what.name ?? t`number ${what.id}`);
  const about = [
    entry.person && personName(i18n, entry.person),
    isOfClass ? null : named(entry.class),
    named(entry.deck),
    named(entry.exam),
    typeof entry.details.title === 'string' && !entry.deck && !entry.exam ? entry.details.title : null,
  ].filter((text) => text !== null);
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text fw={600} size="sm">
          {i18n._(actionText[entry.act])}
        </Text>
        {about.length > 0 && <Text size="sm">{about.join(' · ')}</Text>}
      </div>
      <div className={classes.who}>
        <Text size="sm">{personName(i18n, entry.actor)}</Text>
        <Text size="xs" c="dimmed" className="tabular">
          {dateAndTime(i18n.locale, new Date(entry.at))}
        </Text>
      </div>
    </li>
  );
}

export function AuditPages({ of, label, nothing }: { of: AuditOf; label: string; nothing: ReactNode }) {
  const asked = JSON.stringify(of);
  // Where each page after the first begins. What asks for others begins at the first again.
  const [pages, setPages] = useState<{ asked: string; starts: number[] }>({ asked, starts: [] });
  const starts = pages.asked === asked ? pages.starts : [];
  const turn = (next: number[]) => setPages({ asked, starts: next });
  const { data, error, mutate, isOld } = useAuditEntries(of, starts.at(-1));
  useFailedRead(error, msg({ message: 'The audit log could not be loaded: {message}' }));
  if (error !== undefined && (!data || isOld))
    return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data) return <LoadingBlock height={420} radius="md" />;
  if (data.data.length === 0) return <Empty text={nothing} />;
  return (
    <Stack gap="sm">
      <ul className="plain-list" aria-label={label} aria-busy={isOld}>
        {data.data.map((entry) => (
          <EntryRow key={entry.id} entry={entry} isOfClass={'classId' in of} />
        ))}
      </ul>
      <NextPages starts={starts} next={data.next} isBusy={isOld} onTurn={turn} />
    </Stack>
  );
}
