import { useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { useBackCloses } from '../lib/use-back-closes.ts';
import { ClassTeachers } from './class-teachers.tsx';

interface ClassTeachersModalProps extends React.ComponentProps<typeof ClassTeachers> {
  opened: boolean;
  onClose: () => void;
}

/** The teachers of a class, in a window. */
export default function ClassTeachersModal({ classroom, opened, onClose, onLeft }: ClassTeachersModalProps) {
  const { t } = useLingui();
  const { name } = classroom;
  useBackCloses(opened, onClose);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Teachers of the class ${name}`}
      size="lg"
      centered
      radius="lg"
      // As a `header` it would be announced as another banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <ClassTeachers classroom={classroom} onLeft={onLeft} />
    </Modal>
  );
}
