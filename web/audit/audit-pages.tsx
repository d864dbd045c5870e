import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ListedAct } from '../../core/audit/audit.schema.ts';
import { dateAndTime } from '../lib/text/date-text.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../ui/feedback/loading-block.tsx';
import { useFailedRead } from '../ui/feedback/use-failed-read.ts';
import { NextPages } from '../ui/list/next-pages.tsx';
import { type ActsOf, useActs } from './audit.queries.ts';
import classes from './audit-pages.module.css';
import { actText, personName } from './audit-text.ts';

function ActRow({ act, isOfClass }: { act: ListedAct; isOfClass: boolean }) {
  const { t, i18n } = useLingui();
  const named = (what: ListedAct['deck']) => what && (what.name ?? t`number ${what.id}`);
  const about = [
    act.person && personName(i18n, act.person),
    isOfClass ? null : named(act.class),
    named(act.deck),
    named(act.exam),
    typeof act.details.title === 'string' && !act.deck && !act.exam ? act.details.title : null,
  ].filter((text) => text !== null);
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text fw={600} size="sm">
          {i18n._(actText[act.act])}
        </Text>
        {about.length > 0 && <Text size="sm">{about.join(' · ')}</Text>}
      </div>
      <div className={classes.who}>
        <Text size="sm">{personName(i18n, act.actor)}</Text>
        <Text size="xs" c="dimmed" className="tabular">
          {dateAndTime(i18n.locale, new Date(act.at))}
        </Text>
      </div>
    </li>
  );
}

interface ActPagesProps {
  of: ActsOf;
  label: string;
  nothing: ReactNode;
}

/** Acts, the latest first, a page at a time. */
export function ActPages({ of, label, nothing }: ActPagesProps) {
  const asked = JSON.stringify(of);
  // Where each page after the first begins. What asks for others begins at the first again.
  const [pages, setPages] = useState<{ asked: string; starts: number[] }>({ asked, starts: [] });
  const starts = pages.asked === asked ? pages.starts : [];
  const turn = (next: number[]) => setPages({ asked, starts: next });
  const { data, error, mutate, isOld } = useActs(of, starts.at(-1));
  useFailedRead(error, msg({ message: 'The book of acts could not be loaded: {message}' }));
  if (error !== undefined && (!data || isOld))
    return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data) return <LoadingBlock height={420} radius="md" />;
  if (data.data.length === 0) return <Empty text={nothing} />;
  return (
    <Stack gap="sm">
      <ul className={classes.list} aria-label={label} aria-busy={isOld}>
        {data.data.map((act) => (
          <ActRow key={act.id} act={act} isOfClass={'classId' in of} />
        ))}
      </ul>
      <NextPages starts={starts} next={data.next} isBusy={isOld} onTurn={turn} />
    </Stack>
  );
}
