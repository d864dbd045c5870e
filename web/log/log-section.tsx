import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { addressOf } from '../../core/address.ts';
import { useRead } from '../lib/use-read.ts';
import { FiguresSkeleton } from '../ui/figures-skeleton.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { LogExport } from './log-export.tsx';
import { LogNow } from './log-now.tsx';
import { logFailure } from './log-text.ts';
import { ParkedList } from './parked-list.tsx';
import { ProjectionList } from './projection-list.tsx';
import { Verification } from './verification.tsx';

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
