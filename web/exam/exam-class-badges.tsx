import { Trans, useLingui } from '@lingui/react/macro';
import { Pill, Text } from '@mantine/core';
import type { ExamClass, ExamSummary } from '../../core/exam/exam.schema.ts';
import classes from './exam-table.module.css';

interface ExamClassBadgesProps {
  exam: Pick<ExamSummary, 'title' | 'classes'>;
  onRemove: (classroom: ExamClass) => void;
}

/** The classes that have the exam, each with the way out of it. */
export function ExamClassBadges({ exam, onRemove }: ExamClassBadgesProps) {
  const { t } = useLingui();
  const { title } = exam;
  if (exam.classes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <Trans>No class yet</Trans>
      </Text>
    );
  return (
    <ul className={classes.badges} aria-label={t`Classes of ${title}`}>
      {exam.classes.map((classroom) => (
        <li key={classroom.id}>
          <Pill
            size="md"
            className={classes.badge}
            title={classroom.name}
            withRemoveButton
            onRemove={() => onRemove(classroom)}
            removeButtonProps={{
              // Mantine takes it out of the keyboard's way, which is for fields with many pills.
              'aria-hidden': false,
              tabIndex: 0,
              'aria-label': t`Take “${title}” away from ${classroom.name}`,
            }}
          >
            {classroom.name}
          </Pill>
        </li>
      ))}
    </ul>
  );
}
