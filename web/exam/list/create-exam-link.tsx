import { Trans } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { IconClipboardText, IconPlus } from '@tabler/icons-react';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';

export function ClassExamLinks({ classId }: { classId: number }) {
  return (
    <Group gap="xs">
      <CreateExamLink classId={classId} />
      <ButtonLink to={paths.classExams(classId)} variant="default" icon={IconClipboardText}>
        <Trans>Exams of the class</Trans>
      </ButtonLink>
    </Group>
  );
}

/** To the form for another exam; with a class, one that it gets. */
export function CreateExamLink({ classId, variant }: { classId?: number; variant?: 'light' }) {
  return (
    <ButtonLink to={paths.examCreate(classId)} icon={IconPlus} variant={variant}>
      <Trans>Create exam</Trans>
    </ButtonLink>
  );
}
