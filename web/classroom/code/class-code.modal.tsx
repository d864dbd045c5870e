import { useLingui } from '@lingui/react/macro';
import { Modal, Skeleton } from '@mantine/core';
import { addressOf } from '../../../core/address.ts';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import { useRead } from '../../lib/use-read.ts';
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
  useBackCloses(opened, onClose);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Join the class ${name}`}
      size="lg"
      centered
      radius="lg"
      // As a `header` it would be announced as another banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Content classroom={classroom} />
    </Modal>
  );
}
