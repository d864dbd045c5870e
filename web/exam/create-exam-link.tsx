import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../lib/pages/paths.ts';

/** To the form for another exam; with a class, one that it gets. */
export function CreateExamLink({ classId }: { classId?: number }) {
  return (
    <Button component={Link} to={paths.examCreate(classId)} leftSection={<IconPlus size={18} aria-hidden />}>
      <Trans>Create exam</Trans>
    </Button>
  );
}
