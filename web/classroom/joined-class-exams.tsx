import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ClassExam } from '../../core/exam/exam.schema.ts';
import { useClassExams } from '../exam/exam.queries.ts';
import { failureText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { ExamToTake } from './exam-to-take.tsx';

/** The exams of a class as its student sees them. */
export function JoinedClassExams({ classId }: { classId: number }) {
  const { t } = useLingui();
  const titleId = useId();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { data, error, mutate } = useClassExams(classId);
  useFailedRead(error, failureText.fetchExamsFailed);

  // Opening the page of an exam starts its clock: nothing of it may be read before the student has agreed.
  const take = async ({ id, title, duration_minutes: minutes }: ClassExam) => {
    const agreed = await confirm({
      title: t`Start the exam “${title}”?`,
      text: (
        <Stack component="ul" gap="xs" m={0} pl="lg">
          <li>
            <Trans>
              You have {minutes} minutes. The clock starts now and cannot be stopped, not even by closing the
              page.
            </Trans>
          </li>
          <li>
            <Trans>Your answers are saved as you go; you can go on with them on another device.</Trans>
          </li>
          <li>
            <Trans>When the time is over, the server hands in what has been saved.</Trans>
          </li>
          <li>
            <Trans>An exam can be handed in only once.</Trans>
          </li>
        </Stack>
      ),
      confirmLabel: t`Start now`,
    });
    if (agreed) navigate(paths.exam(id));
  };

  return (
    <Stack component="section" aria-labelledby={titleId} gap="sm">
      <Title id={titleId} order={4} size="h5">
        <Trans>Exams</Trans>
      </Title>
      {!data && error && <LoadError error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton height={48} radius="md" role="status" aria-label={t`Loading…`} />}
      {data?.length === 0 && (
        <Text c="dimmed">
          <Trans>The teacher has not given the class an exam yet.</Trans>
        </Text>
      )}
      {data && data.length > 0 && (
        <Stack component="ul" gap="sm" className="plain-list" aria-label={t`Exams of the class`}>
          {data.map((exam) => (
            <ExamToTake key={exam.id} exam={exam} onTake={() => void take(exam)} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
