import { Trans } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';

/** To the form for another exam; with a class, one that it gets. */
export function CreateExamLink({ classId, variant }: { classId?: number; variant?: 'light' }) {
  return (
    <ButtonLink to={paths.examCreate(classId)} icon={IconPlus} variant={variant}>
      <Trans>Create exam</Trans>
    </ButtonLink>
  );
}
