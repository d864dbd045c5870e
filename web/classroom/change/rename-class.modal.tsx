import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useClassesChanged } from '../classroom.queries.ts';
import { ClassNameForm } from './class-name.form.tsx';

interface RenameClassModalProps {
  classroom: Pick<Classroom, 'id' | 'name'>;
  opened: boolean;
  onClose: () => void;
}

export default function RenameClassModal({ classroom, opened, onClose }: RenameClassModalProps) {
  const { t } = useLingui();
  const notices = useNotices();
  const classesChanged = useClassesChanged();
  const rename = async (name: string) => {
    await callApi('PATCH /api/classes/:classId', { params: { classId: classroom.id }, body: { name } });
    notices.success(t`The class has been renamed.`);
    onClose();
    void classesChanged();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Rename class`}>
      <ClassNameForm
        title={t`Rename class`}
        initial={classroom.name}
        button={t`Rename`}
        save={rename}
        failed={msg({ message: 'The class could not be renamed: {message}' })}
      />
    </Dialog>
  );
}
