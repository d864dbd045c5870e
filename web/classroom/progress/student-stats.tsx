import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Title } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import type { DateRange } from '../../../core/classroom/class-progress.schema.ts';
import { isForGood } from '../../lib/is-for-good.ts';
import { failureText } from '../../lib/notice-text.ts';
import { GivePassword } from '../../roster/give-password.tsx';
import { RenameStudent } from '../../roster/rename-student.tsx';
import { ProgressSummary } from '../../student/progress-summary.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Loading } from '../../ui/loading.tsx';
import { RefreshIcon } from '../../ui/refresh-icon.tsx';
import { useFailedRead } from '../../ui/use-failed-read.ts';
import { ActivityChart } from './activity-chart.tsx';
import { activityDays, studyDayHere } from './activity-days.ts';
import { useStudentStats } from './class-progress.queries.ts';

const MIN_HEIGHT_PX = 480;

interface StudentStatsProps {
  classId: number;
  studentId: number;
  range: DateRange;
  onRenamed: (name: string) => void;
  onRemove: () => void;
}

/** One student's figures on the decks of the class. */
export function StudentStatsView({ classId, studentId, range, onRenamed, onRemove }: StudentStatsProps) {
  const { t } = useLingui();
  const { data, error, mutate, refresh } = useStudentStats(classId, studentId, range);
  useFailedRead(error, failureText.fetchStudentStatsFailed);

  if (error && (!data || isForGood(error))) return <LoadError error={error} onRetry={() => mutate()} />;
  if (!data) return <Loading minHeight={MIN_HEIGHT_PX} label={t`Loading the student's progress…`} />;
  return (
    <Stack gap="lg">
      {data.total_cards === 0 ? (
        <Empty text={<Trans>The decks of this class have no cards yet.</Trans>} />
      ) : (
        <ProgressSummary
          stats={data}
          defaultPeriod={30}
          action={<RefreshIcon onRefresh={refresh} failed={failureText.fetchStudentStatsFailed} />}
        />
      )}
      <Stack gap="sm">
        <Title order={3} size="h5">
          <Trans>Activity of each day</Trans>
        </Title>
        <ActivityChart days={activityDays(data.activity, range, studyDayHere(Date.now()))} />
      </Stack>
      {data.gets_password && (
        <>
          <RenameStudent classId={classId} studentId={studentId} name={data.name} onRenamed={onRenamed} />
          <GivePassword classId={classId} studentId={studentId} name={data.name} />
        </>
      )}
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconUserMinus size={18} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={onRemove}
      >
        <Trans>Remove from the class</Trans>
      </Button>
    </Stack>
  );
}
