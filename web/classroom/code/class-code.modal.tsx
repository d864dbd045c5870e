import { useLingui } from '@lingui/react/macro';
import { addressOf } from '../../../core/address.ts';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useClassesChanged } from '../classroom.queries.ts';
import { ClassCode } from './class-code.tsx';

interface ClassCodeModalProps {
  classroom: Pick<Classroom, 'id' | 'name'>;
  opened: boolean;
  onClose: () => void;
}

function Content({ classroom }: Pick<ClassCodeModalProps, 'classroom'>) {
  const address = addressOf('GET /api/classes/:classId/code', { params: { classId: classroom.id } });
  const { data, error, mutate } = useRead(address);
  const classesChanged = useClassesChanged();
  if (data === undefined) return <Unread of={{ error, mutate }} height={240} />;
  return (
    <ClassCode
      classroom={classroom}
      code={data}
      onChange={(code) => {
        void mutate(code, { revalidate: false });
        void classesChanged();
      }}
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
