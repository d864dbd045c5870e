import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, CloseButton, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ExamClass, ExamSummary } from '../../../core/exam/exam.schema.ts';
import { paths } from '../../lib/pages/paths.ts';
import classes from './exam-table.module.css';

interface AssignMenuProps {
  exam: Pick<ExamSummary, 'title' | 'classes'>;
  /** The teacher's own; undefined while they are not known. */
  classrooms: readonly ExamClass[] | undefined;
  onAssign: (classroom: ExamClass) => void;
}

/** Gives the exam to a class that has not got it; not there when all have it. */
function AssignMenu({ exam, classrooms, onAssign }: AssignMenuProps) {
  const { t } = useLingui();
  const { title } = exam;
  if (classrooms?.length === 0)
    return (
      <Anchor component={Link} to={paths.teacherClasses()} size="sm">
        <Trans>Open a class first</Trans>
      </Anchor>
    );
  const others = classrooms?.filter(({ id }) => exam.classes.every((classroom) => classroom.id !== id));
  if (others?.length === 0) return null;
  return (
    <Menu position="bottom-start" radius="md">
      <Menu.Target>
        <Button
          size="compact-sm"
          h={36}
          px="xs"
          variant="subtle"
          disabled={!others}
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={t`Assign to class: ${title}`}
        >
          <Trans>Assign to class</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {others?.map((classroom) => (
          <Menu.Item key={classroom.id} onClick={() => onAssign(classroom)}>
            {classroom.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

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
