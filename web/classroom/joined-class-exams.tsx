import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useClassExams } from '../exam/exam.queries.ts';
import { failureText } from '../lib/notice-text.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { ExamToTake } from './exam-to-take.tsx';
import { useTakeExam } from './use-take-exam.tsx';

/** The exams of a class as its student sees them. */
export function JoinedClassExams({ classId, isArchived }: { classId: number; isArchived: boolean }) {
  const { t } = useLingui();
  const titleId = useId();
  const take = useTakeExam();
  const { data: all, error, mutate } = useClassExams(classId);
  // What was not taken before the class ended cannot be taken any more.
  const data = isArchived ? all?.filter(({ completed }) => completed) : all;
  useFailedRead(error, failureText.fetchExamsFailed);

  return (
    <Stack component="section" aria-labelledby={titleId} gap="sm">
      <Title id={titleId} order={4} size="h5">
        <Trans>Exams</Trans>
      </Title>
      {!data && error && <LoadError error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton height={48} radius="md" role="status" aria-label={t`Loading…`} />}
      {data?.length === 0 && (
        <Text c="dimmed">
          {isArchived ? (
            <Trans>You took no exam in this class.</Trans>
          ) : (
            <Trans>The teacher has not given the class an exam yet.</Trans>
          )}
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
