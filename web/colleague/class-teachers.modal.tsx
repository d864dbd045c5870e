import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../ui/control/dialog.tsx';
import { ClassTeachers } from './class-teachers.tsx';

interface ClassTeachersModalProps extends React.ComponentProps<typeof ClassTeachers> {
  opened: boolean;
  onClose: () => void;
}

/** The teachers of a class, in a window. */
export default function ClassTeachersModal({ classroom, opened, onClose, onLeft }: ClassTeachersModalProps) {
  const { t } = useLingui();
  const { name } = classroom;
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Teachers of the class ${name}`} size="lg">
      <ClassTeachers classroom={classroom} onLeft={onLeft} />
    </Dialog>
  );
}
