import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ClassExam } from '../../../core/exam/exam.schema.ts';
import { classOptions } from '../../classroom/class-options.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ALL_EXAMS } from './results-controls.ts';

interface ExamChoiceProps {
  classId: number;
  exams: readonly ClassExam[];
  /** Null for all of them. */
  chosen: ClassExam | null;
  onChoose: (exam: string) => void;
}

/** Whose results are shown, and the way to change that exam. */
export function ExamChoice({ classId, exams, chosen, onChoose }: ExamChoiceProps) {
  const { t } = useLingui();
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label={t`Exam`}
        flex="1 1 14rem"
        maw={420}
        value={chosen ? String(chosen.id) : ALL_EXAMS}
        onChange={(event) => onChoose(event.currentTarget.value)}
        data={[
          ...classOptions(exams.map(({ id, title }) => ({ id, name: title }))),
          { value: ALL_EXAMS, label: t`All exams` },
        ]}
      />
      {chosen && (
        <Button
          component={Link}
          to={paths.examEdit(chosen.id, classId)}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          <Trans>Edit exam</Trans>
        </Button>
      )}
    </Group>
  );
}
