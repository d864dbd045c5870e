import { Trans, useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { memo } from 'react';
import type { StudentProgress } from '../../../core/classroom/class-progress.schema.ts';
import { formatDuration } from '../../ui/duration.ts';
import { Figure, PersonCard } from '../../ui/person-card.tsx';

/** The student, without any figures. */
export type Student = Pick<StudentProgress, 'student_id' | 'name' | 'email'>;

interface StudentRowProps {
  studentId: number;
  name: string;
  email: string;
  cards: number;
  seconds: number;
  onOpen: (student: Student) => void;
}

/** One student; plain values, so that an answer of the server redraws only those that it changes. */
export const StudentRow = memo(function StudentRow(props: StudentRowProps) {
  const { studentId, name, email, cards, seconds, onOpen } = props;
  const { i18n } = useLingui();
  return (
    <PersonCard name={name} email={email} onOpen={() => onOpen({ student_id: studentId, name, email })}>
      <Group component="span" justify="space-between" gap="xs" mt="xs">
        <Figure label={<Trans>Cards</Trans>} value={String(cards)} />{' '}
        <Figure label={<Trans>Time</Trans>} value={formatDuration(seconds, i18n)} />
      </Group>
    </PersonCard>
  );
});
