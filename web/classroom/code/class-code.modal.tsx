import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { addressOf } from '../../../core/address.ts';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { useRead } from '../../lib/use-read.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { ClassCode } from './class-code.tsx';

interface ClassCodeModalProps {
  classroom: Pick<Classroom, 'id' | 'name'>;
  opened: boolean;
  onClose: () => void;
}

function Content({ classroom }: Pick<ClassCodeModalProps, 'classroom'>) {
  const { t } = useLingui();
  const address = addressOf('GET /api/classes/:classId/code', { params: { classId: classroom.id } });
  const { data, error, mutate } = useRead(address);
  if (data === undefined && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton height={240} role="status" aria-label={t`Loading…`} />;
  return (
    <ClassCode
      classroom={classroom}
      code={data}
      onChange={(code) => void mutate(code, { revalidate: false })}
    />
  );
}

/** The code by which students join a class, in a window that is large enough for the wall. */
export default function ClassCodeModal({ classroom, opened, onClose }: ClassCodeModalProps) {
  const { t } = useLingui();
  const { name } = classroom;
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Join the class ${name}`} size="lg">
      <Content classroom={classroom} />
    </Dialog>
  );
}
