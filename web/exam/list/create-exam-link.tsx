import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { IconClipboardText, IconPlus } from '@tabler/icons-react';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';

export function ClassExamLinks({ classId, isArchived }: { classId: number; isArchived: boolean }) {
  const { t } = useLingui();
  return (
    <Group gap="xs">
      {!isArchived && <CreateExamLink classId={classId} />}
      <ButtonLink to={paths.classExams(classId)} variant="default" icon={IconClipboardText}>
        {t`Exams of the class`}
      </ButtonLink>
    </Group>
  );
}

/** To the form for another exam; with a class, one that it gets. */
export function CreateExamLink({ classId }: { classId?: number }) {
  const { t } = useLingui();
  return (
    <ButtonLink to={paths.examCreate(classId)} icon={IconPlus}>
      {t`Create exam`}
    </ButtonLink>
  );
}
