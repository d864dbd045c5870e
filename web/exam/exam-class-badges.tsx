import { Trans, useLingui } from '@lingui/react/macro';
import { CloseButton, Text, UnstyledButton } from '@mantine/core';
import type { ExamClass, ExamSummary } from '../../core/exam/exam.schema.ts';
import { AssignMenu } from './assign-menu.tsx';
import classes from './exam-table.module.css';

interface ExamClassBadgesProps {
  exam: Pick<ExamSummary, 'title' | 'classes'>;
  /** The teacher's own; undefined while they are not known. */
  classrooms: readonly ExamClass[] | undefined;
  onAssign: (classroom: ExamClass) => void;
  onRemove: (classroom: ExamClass) => void;
  onViewResults: (classroom: ExamClass) => void;
}

/** The classes that have the exam: each opens its results, and has the way out of it. */
export function ExamClassBadges({
  exam,
  classrooms,
  onAssign,
  onRemove,
  onViewResults,
}: ExamClassBadgesProps) {
  const { t } = useLingui();
  const { title } = exam;
  return (
    <div className={classes.given}>
      {exam.classes.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No class yet</Trans>
        </Text>
      )}
      {exam.classes.length > 0 && (
        <ul className={classes.badges} aria-label={t`Classes of ${title}`}>
          {exam.classes.map((classroom) => {
            const { name } = classroom;
            return (
              <li key={classroom.id} className={classes.badge}>
                <UnstyledButton
                  className={classes.badgeName}
                  title={name}
                  aria-label={t`Results of “${title}” in ${name}`}
                  onClick={() => onViewResults(classroom)}
                >
                  {name}
                </UnstyledButton>
                <CloseButton
                  size="sm"
                  className={classes.badgeRemove}
                  aria-label={t`Remove “${title}” from ${name}`}
                  onClick={() => onRemove(classroom)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <AssignMenu exam={exam} classrooms={classrooms} onAssign={onAssign} />
    </div>
  );
}
