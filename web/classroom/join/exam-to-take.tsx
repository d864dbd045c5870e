import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import type { ClassExam } from '../../../core/exam/exam.schema.ts';
import { pointsOf } from '../../../core/exam/results/points.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { pointsText } from '../../ui/figure/points-text.ts';

interface ExamToTakeProps {
  exam: ClassExam;
  /** The student wants to start; it is not agreed to yet. */
  onTake: () => void;
}

function TakeButton({ exam, onTake, noteId }: ExamToTakeProps & { noteId: string }) {
  const { t } = useLingui();
  const { id, title } = exam;
  if (exam.completed)
    return (
      <Group gap={6}>
        {!exam.is_hidden && (
          <ButtonLink
            to={paths.exam(id)}
            size="sm"
            variant="default"
            aria-label={t`See my answers: ${title}`}
            aria-describedby={noteId}
          >
            {t`See my answers`}
          </ButtonLink>
        )}
        {/* It says by itself that there is no second time. */}
        <Button
          size="sm"
          variant="default"
          disabled
          aria-label={t`Retake exam: ${title}`}
          aria-describedby={noteId}
        >
          {t`Retake`}
        </Button>
      </Group>
    );
  if (exam.deadline_at !== null && !exam.is_hidden)
    return (
      <ButtonLink
        to={paths.exam(id)}
        size="sm"
        variant="light"
        flex="none"
        aria-label={t`Continue exam: ${title}`}
      >
        {t`Continue exam`}
      </ButtonLink>
    );
  return (
    <Button
      size="sm"
      variant="light"
      flex="none"
      disabled={exam.is_hidden}
      aria-label={t`Take exam: ${title}`}
      aria-describedby={exam.is_hidden ? noteId : undefined}
      onClick={onTake}
    >
      {t`Take exam`}
    </Button>
  );
}

function OwnScore({ score, total }: { score: number; total: number }) {
  const { t, i18n } = useLingui();
  const points = pointsOf(score, total);
  const shown = pointsText(points, i18n);
  return (
    <Text size="sm" className="tabular">
      <Text component="span" inherit fw={600}>
        {t`${plural(points, { one: `${shown} point`, other: `${shown} points` })}`}
      </Text>{' '}
      · {t`${score}/${total} right`}
    </Text>
  );
}

/** How large an exam is, and, while it is being taken, until when. */
export function useExamInWords({
  duration_minutes,
  question_count,
  deadline_at,
}: Pick<ClassExam, 'duration_minutes' | 'question_count' | 'deadline_at'>) {
  const { t, i18n } = useLingui();
  const minutes = t`${plural(duration_minutes, { one: '# minute', other: '# minutes' })}`;
  const questions = t`${plural(question_count, { one: '# question', other: '# questions' })}`;
  const end = deadline_at && i18n.date(new Date(deadline_at), { timeStyle: 'short' });
  return { size: `${minutes} · ${questions}`, running: end && t`The clock is running until ${end}.` };
}

export function ExamToTake({ exam, onTake }: ExamToTakeProps) {
  const { t } = useLingui();
  const noteId = useId();
  const { title, completed, score, total } = exam;
  const { size, running } = useExamInWords(exam);
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={0} flex="1 1 12rem" miw={0} className="breakable">
        <Text>{title}</Text>
        <Text size="sm" c="dimmed">
          {size}
        </Text>
        {score !== null && total !== null && <OwnScore score={score} total={total} />}
        {completed && (
          <Text id={noteId} size="sm" c="dimmed">
            {t`You have handed it in; an exam is taken once.`}
          </Text>
        )}
        {!completed && exam.is_hidden && (
          <Text id={noteId} size="sm" c="dimmed">
            {t`You cannot take this exam at the moment.`}
          </Text>
        )}
        {!completed && running && (
          <Text size="sm" fw={600}>
            {running}
          </Text>
        )}
      </Stack>
      <TakeButton exam={exam} onTake={onTake} noteId={noteId} />
    </Group>
  );
}
