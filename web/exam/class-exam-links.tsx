import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../lib/pages/paths.ts';
import { CreateExamLink } from './create-exam-link.tsx';

/** From a class to its exams. */
export function ClassExamLinks({ classId }: { classId: number }) {
  return (
    <Group gap="xs">
      <CreateExamLink classId={classId} />
      <Button
        component={Link}
        to={paths.classExams(classId)}
        variant="default"
        leftSection={<IconClipboardText size={18} aria-hidden />}
      >
        <Trans>Exams of the class</Trans>
      </Button>
    </Group>
  );
}
