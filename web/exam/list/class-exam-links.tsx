import { Trans } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { CreateExamLink } from './create-exam-link.tsx';

/** From a class to its exams. */
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
