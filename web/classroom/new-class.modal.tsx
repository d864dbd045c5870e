import { useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { useBackCloses } from '../lib/use-back-closes.ts';
import { NewClassForm } from './new-class.form.tsx';

interface NewClassModalProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (created: Classroom) => void;
}

/** The form for one more class, in a window. */
export default function NewClassModal({ opened, onClose, onCreated }: NewClassModalProps) {
  const { t } = useLingui();
  const isThere = useMounted();
  useBackCloses(opened, onClose);
  return (
    <Modal
      opened={opened && isThere}
      onClose={onClose}
      title={t`New class`}
      centered
      radius="lg"
      // As a `header` it would be announced as another banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <NewClassForm
        onCreated={(created) => {
          onClose();
          onCreated(created);
        }}
      />
    </Modal>
  );
}
