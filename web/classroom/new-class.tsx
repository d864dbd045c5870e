import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { useBackCloses } from '../lib/use-back-closes.ts';
import { NewClassForm } from './new-class.form.tsx';

interface NewClassModalProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (created: Classroom) => void;
}

/** The form for one more class, in a window. */
export function NewClassModal({ opened, onClose, onCreated }: NewClassModalProps) {
  const { t } = useLingui();
  useBackCloses(opened, onClose);
  return (
    <Modal
      opened={opened}
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

/** A button that opens the form for one more class. */
export function NewClass({ onCreated }: { onCreated: (created: Classroom) => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        <Trans>New class</Trans>
      </Button>
      <NewClassModal opened={opened} onClose={() => setOpened(false)} onCreated={onCreated} />
    </>
  );
}
