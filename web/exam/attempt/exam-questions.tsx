import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { answerControl, ExamQuestion } from './exam-question.tsx';
import { type ExamSession, QUESTIONS_PER_PAGE } from './state/exam-session.state.ts';
import type { ExamSessionController } from './state/exam-session-controller.ts';

interface ExamQuestionsProps {
  session: ExamSession;
  /** Answers can be changed. */
  isOpen: boolean;
  /** Puts the focus on an element of the questions that are then shown. */
  focusOn: (id: string) => void;
  controller: Pick<ExamSessionController, 'answer' | 'skip' | 'review' | 'turn'>;
}

/** The questions of the page, with the way to the others. */
export function ExamQuestions({ session, isOpen, controller, focusOn }: ExamQuestionsProps) {
  const { t } = useLingui();
  const titleId = useId();
  const { questions } = session.exam;
  const { items, page, pageCount } = pageOf(questions, session.page, QUESTIONS_PER_PAGE);
  const first = (page - 1) * QUESTIONS_PER_PAGE + 1;
  const last = first + items.length - 1;
  const total = questions.length;
  const turn = (next: number) => {
    controller.turn(next);
    focusOn(titleId);
  };
  const review = (questionId: number) => {
    controller.review(questionId);
    focusOn(answerControl(questionId));
  };

  if (total === 0)
    return (
      <Text c="dimmed" ta="center">
        <Trans>This exam has no questions.</Trans>
      </Text>
    );
  return (
    <Stack component="section" gap="md" aria-labelledby={titleId}>
      <Title
        id={titleId}
        order={2}
        size="h5"
        tabIndex={-1}
        style={{ scrollMarginTop: '8rem', outline: 'none' }}
      >
        {pageCount > 1 ? (
          <Trans>
            Questions {first} to {last} of {total}
          </Trans>
        ) : (
          <Trans>Questions</Trans>
        )}
      </Title>
      {items.map((question, index) => (
        <ExamQuestion
          key={question.id}
          number={first + index}
          question={question}
          mark={session.marks[question.id]}
          isOpen={isOpen}
          onAnswer={controller.answer}
          onSkip={controller.skip}
          onReview={review}
        />
      ))}
      <Pages total={pageCount} page={page} onChange={turn} label={t`Pages of questions`} />
    </Stack>
  );
}
