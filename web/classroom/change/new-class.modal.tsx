import { useLingui } from '@lingui/react/macro';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { NewClassForm } from './new-class.form.tsx';

interface NewClassModalProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (created: Classroom) => void;
}

export default function NewClassModal({ opened, onClose, onCreated }: NewClassModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={t`New class`}>
      <NewClassForm
        onCreated={(created) => {
          onClose();
          onCreated(created);
        }}
      />
    </Dialog>
  );
}
