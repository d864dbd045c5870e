import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import type { DateRange } from '../../../core/classroom/class-progress.schema.ts';
import { ActivityChart } from '../../classroom/progress/activity-chart.tsx';
import { activityDays, studyDayHere } from '../../classroom/progress/activity-days.ts';
import { useStudentStats } from '../../classroom/progress/class-progress.queries.ts';
import type { StudentWindowProps } from '../../classroom/progress/progress-tab.tsx';
import type { Student } from '../../classroom/progress/students-table.tsx';
import { ProgressSummary } from '../../learning/progress/progress-summary.tsx';
import { callApi, isForGood } from '../../lib/call/api-client.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { GivePassword } from '../../roster/give-password.tsx';
import { RenameStudent } from '../../roster/rename-student.tsx';
import { Dialog } from '../../ui/control/dialog.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { RefreshIcon } from '../../ui/feedback/refresh-icon.tsx';
import { useFailedRead, useFailure } from '../../ui/feedback/use-failure.ts';
import { formatDuration } from '../../ui/figure/duration.ts';

const MIN_HEIGHT_PX = 480;

interface StudentStatsProps {
  classId: number;
  studentId: number;
  range: DateRange;
  onRenamed: (name: string) => void;
  onRemove: () => void;
}

function StudentStatsView({ classId, studentId, range, onRenamed, onRemove }: StudentStatsProps) {
  const { t, i18n } = useLingui();
  const { data, error, mutate, refresh } = useStudentStats(classId, studentId, range);
  useFailedRead(error, failureText.fetchStudentStatsFailed);

  if (error && (!data || isForGood(error))) return <LoadError error={error} onRetry={() => mutate()} />;
  if (!data) return <Loading minHeight={MIN_HEIGHT_PX} label={t`Loading the student's progress…`} />;
  const { cards_studied: cards, card_days: cardDays } = data;
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
          {t`Remove from the class`}
        </Button>
      </Group>
      {data.total_cards === 0 ? (
        <Empty text={t`The decks of this class have no cards yet.`} />
      ) : (
        <ProgressSummary
          stats={data}
          defaultPeriod={30}
          isOfDays={range.start_date !== undefined || range.end_date !== undefined}
          action={<RefreshIcon onRefresh={refresh} failed={failureText.fetchStudentStatsFailed} />}
        />
      )}
      <Stack gap="sm">
        <Title order={3} size="h5">
          {t`Activity of each day`}
        </Title>
        <Text size="sm" c="dimmed" className="tabular">
          {[
            t`${plural(cards, { one: '# card', other: '# cards' })}`,
            t`${plural(cardDays, { one: '# card day', other: '# card days' })}`,
            formatDuration(data.time_spent_seconds, i18n),
          ].join(' · ')}
        </Text>
        <ActivityChart days={activityDays(data.activity, range, studyDayHere(Date.now()))} />
      </Stack>
    </Stack>
  );
}

export function StudentStatsModal({ classId, student, range, ...on }: StudentWindowProps) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const failure = useFailure();
  const [asking, setAsking] = useState(false);

  const remove = async ({ student_id, name }: Student) => {
    setAsking(true);
    const sure = await confirm({
      title: t`Remove ${name} from the class?`,
      text: (
        <Trans>
          What {name} has studied is kept, and comes back when you approve {name} again.
        </Trans>
      ),
      confirmLabel: t`Remove from the class`,
      danger: true,
    });
    setAsking(false);
    if (!sure) return;
    try {
      const params = { classId, studentId: student_id };
      await callApi('DELETE /api/classes/:classId/students/:studentId', { params });
      notices.success(t`${name} is no longer in the class.`);
      on.onClose();
    } catch (error) {
      failure(msg({ message: 'The student could not be removed: {message}' }), error);
    }
    on.onRemoved();
  };

  return (
    <Dialog
      opened={student !== null}
      onClose={on.onClose}
      onExitTransitionEnd={on.onClosed}
      title={
        student && (
          <>
            <Text component="span" fw={600} className="breakable">
              {student.name}
            </Text>
            <Text component="span" display="block" size="sm" c="dimmed" className="breakable">
              {student.email}
            </Text>
          </>
        )
      }
      size="lg"
      // Escape closes the question first.
      closeOnEscape={!asking}
    >
      <ErrorBoundary resetKey={student?.student_id}>
        {student && (
          <StudentStatsView
            key={student.student_id}
            classId={classId}
            studentId={student.student_id}
            range={range}
            onRenamed={(name) => on.onRenamed({ ...student, name })}
            onRemove={() => remove(student)}
          />
        )}
      </ErrorBoundary>
    </Dialog>
  );
}
