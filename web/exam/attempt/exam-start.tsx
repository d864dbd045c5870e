import { Trans, useLingui } from '@lingui/react/macro';
import { Button, type ButtonProps, Container, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import useSWR from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { ClassExam } from '../../../core/exam/exam.schema.ts';
import { getAll } from '../../lib/call/all-pages.ts';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { readSession, useSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { agreeToExam, ExamTerms } from '../take-exam.tsx';
import { LogInAgain } from './exam-header.tsx';
import { examFailure } from './state/exam-failure.ts';

/** An exam that is on its way. It says so in words: on a slow line this is all that is seen for seconds. */
export function ExamLoading() {
  const { t } = useLingui();
  return (
    <Stack align="center" justify="center" gap="md" mih={480} role="status">
      <Loader type="dots" aria-hidden />
      <Text c="dimmed">{t`Loading the exam…`}</Text>
    </Stack>
  );
}

export function BackToDashboard({ variant }: Pick<ButtonProps, 'variant'>) {
  const { t } = useLingui();
  return (
    <ButtonLink to={paths.student()} variant={variant}>
      {t`Back to my learning`}
    </ButtonLink>
  );
}

export function ExamFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, i18n } = useLingui();
  const failure = examFailure(error);
  const message = errorText(i18n, error);
  // That a login has ended is said once, by the page that asks for another.
  useFailedRead(failure === 'signed-out' ? undefined : error, failureText.examFetchFailed);
  return (
    <Empty
      mood="lost"
      text={<span role="alert">{t`The exam could not be opened: ${message}`}</span>}
      action={
        <Group justify="center">
          {failure === 'signed-out' && <LogInAgain />}
          {failure !== 'signed-out' && failure !== 'deleted' && (
            <Button onClick={onRetry}>{t`Try again`}</Button>
          )}
          <BackToDashboard variant={failure === 'deleted' ? 'filled' : 'default'} />
        </Group>
      }
    />
  );
}

async function ofOwnClasses(examId: number, archived?: true): Promise<ClassExam | undefined> {
  const query = { include: 'exams', ...(archived && { archived }) };
  const classes = await getAll(addressOf('GET /api/classes', { query }));
  return classes.flatMap(({ exams = [] }) => exams).find(({ id }) => id === examId);
}

/**
 * Returns the exam that this student would begin; null when it has begun or was handed in. Nothing begins by it. Throws an
 * ApiError when the exam is not for them.
 */
export async function examToBegin(examId: number): Promise<ClassExam | null> {
  const current = await ofOwnClasses(examId);
  const given = current ?? (await ofOwnClasses(examId, true));
  if (given?.completed || given?.deadline_at) return null;
  if (current && !current.is_hidden) return current;
  if (given && !current) throw new ApiError(409, 'class_archived', '');
  try {
    // Own results are there for good. If there is none, the answer says why.
    await callApi('GET /api/exams/:examId/result', { params: { examId } });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'no_exam_result') throw error;
    throw new ApiError(403, 'exam_not_accessible', '');
  }
}

let asked: { examId: number; token: string | null; answer: ReturnType<typeof examToBegin> } | undefined;

/** Asks `examToBegin` before the page is drawn, which then takes the answer. */
export function askExamToBegin(examId: number): ReturnType<typeof examToBegin> {
  asked = { examId, token: readSession().token, answer: examToBegin(examId) };
  return asked.answer;
}

function askedOrAsk(examId: number): ReturnType<typeof examToBegin> {
  const before = asked;
  asked = undefined;
  const isIt = before?.examId === examId && before.token === readSession().token;
  return isIt ? before.answer : examToBegin(examId);
}

/** Asks before an exam is opened for the first time, since its clock runs from then on. */
export function ExamStart({ examId, onOpen }: { examId: number; onOpen: () => void }) {
  const { data: exam, error, mutate } = useSWR(['exam to begin', examId], () => askedOrAsk(examId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known
  useEffect(() => {
    if (exam === null) onOpen();
  }, [exam]);
  if (exam) return <StartQuestion exam={exam} onOpen={onOpen} />;
  if (error && exam === undefined) return <ExamFailed error={error} onRetry={() => void mutate()} />;
  return <ExamLoading />;
}

function StartQuestion({ exam, onOpen }: { exam: ClassExam; onOpen: () => void }) {
  const { t } = useLingui();
  const { name } = useSession();
  const { id, title } = exam;
  const question = t`Start the exam “${title}”?`;
  usePageTitle(question);
  return (
    <Container size={520} py={{ base: 'md', sm: 64 }}>
      <Paper withBorder radius="lg" p={{ base: 'lg', sm: 36 }}>
        <Stack gap="md">
          <Title order={1} size="h3" className="breakable">
            {question}
          </Title>
          <ExamTerms exam={exam} />
          <Text className="breakable">
            <Trans>
              You are taking it as <b>{name}</b>.
            </Trans>
          </Text>
          <Button
            size="md"
            fullWidth
            onClick={() => {
              agreeToExam(id);
              onOpen();
            }}
          >
            {t`Start now`}
          </Button>
          <BackToDashboard variant="default" />
        </Stack>
      </Paper>
    </Container>
  );
}
