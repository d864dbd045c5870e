import { Trans, useLingui } from '@lingui/react/macro';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { spacedCode } from '../../../core/text/code-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';

export function AddStudentsLink({ classId }: { classId: number }) {
  const { t } = useLingui();
  return (
    <ButtonLink to={paths.classRoster(classId)} icon={IconUserPlus}>
      {t`Add students`}
    </ButtonLink>
  );
}

interface NoStudentsProps {
  classId: number;
  /** Null is one that has ended. */
  code: string | null;
  isArchived?: boolean;
}

export function NoStudents({ classId, code, isArchived = false }: NoStudentsProps) {
  const { t } = useLingui();
  const shown = code && spacedCode(code);
  return (
    <Empty
      icon={<IconUsers size={28} aria-hidden />}
      text={
        shown === null ? (
          t`No students yet, and the code of the class has ended.`
        ) : (
          <Trans>
            There are no students yet. Give them the code <strong translate="no">{shown}</strong>: they ask to
            join with it, and you let them in under Requests.
          </Trans>
        )
      }
      action={isArchived ? undefined : <AddStudentsLink classId={classId} />}
    />
  );
}
