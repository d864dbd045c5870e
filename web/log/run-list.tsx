import { Trans, useLingui } from '@lingui/react/macro';
import { Paper, Stack, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { Empty } from '../ui/empty.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Loading } from '../ui/loading.tsx';
import { pageOf } from '../ui/page-of.ts';
import { Pages } from '../ui/pagination.tsx';
import classes from './log.module.css';
import { isOpen } from './run-status.ts';
import { RunSummary } from './run-summary.tsx';
import type { useLogRuns } from './use-log-runs.ts';

const PAGE = 5;

/** The verifications and rebuilds that have ended, newest first. */
export function RunList({ runs: { data, error, mutate } }: { runs: ReturnType<typeof useLogRuns> }) {
  const { t } = useLingui();
  const [asked, setPage] = useState(1);
  const ended = data?.filter((run) => !isOpen(run));
  const { items, page, pageCount } = pageOf(ended ?? [], asked, PAGE);
  return (
    <Stack gap="sm">
      <Title order={4} size="h5">
        <Trans>Recent verifications and rebuilds</Trans>
      </Title>
      {!data && error !== undefined && <LoadError error={error} onRetry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {ended?.length === 0 && (
        <Empty
          icon={<IconHistory size={28} aria-hidden />}
          text={<Trans>Nothing has been verified or rebuilt yet.</Trans>}
        />
      )}
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t`Recent verifications and rebuilds`}>
          {items.map((run) => (
            <Paper key={run.id} component="li" withBorder radius="md" p="md">
              <RunSummary run={run} />
            </Paper>
          ))}
        </ul>
      )}
      <Pages total={pageCount} page={page} onChange={setPage} label={t`Pages of runs`} />
    </Stack>
  );
}
