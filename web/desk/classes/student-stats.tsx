import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Title } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import type { DateRange } from '../../../core/classroom/class-progress.schema.ts';
import { ActivityChart } from '../../classroom/progress/activity-chart.tsx';
import { activityDays, studyDayHere } from '../../classroom/progress/activity-days.ts';
import { useStudentStats } from '../../classroom/progress/class-progress.queries.ts';
import { ProgressSummary } from '../../learning/progress/progress-summary.tsx';
import { failureText } from '../../lib/call/notice-text.ts';
import { isForGood } from '../../lib/text/is-for-good.ts';
import { GivePassword } from '../../roster/give-password.tsx';
import { RenameStudent } from '../../roster/rename-student.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { RefreshIcon } from '../../ui/feedback/refresh-icon.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';

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
      <Group gap="sm">
        {data.gets_password && (
          <>
            <GivePassword classId={classId} studentId={studentId} name={data.name} />
            <RenameStudent classId={classId} studentId={studentId} name={data.name} onRenamed={onRenamed} />
          </>
        )}
        <Button
          variant="subtle"
          color="red"
          mih={44}
          leftSection={<IconUserMinus size={18} aria-hidden />}
          onClick={onRemove}
        >
          <Trans>Remove from the class</Trans>
        </Button>
      </Group>
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
    </Stack>
  );
}
