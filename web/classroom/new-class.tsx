import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { useBackCloses } from '../lib/use-back-closes.ts';
import { NewClassForm } from './new-class.form.tsx';

/** A button that opens the form for one more class. */
export function NewClass({ onCreated }: { onCreated: (created: Classroom) => void }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  useBackCloses(opened, () => setOpened(false));
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        <Trans>New class</Trans>
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t`New class`}
        centered
        radius="lg"
        // As a `header` it would be announced as another banner of the page.
        attributes={{ header: { role: 'presentation' } }}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <NewClassForm
          onCreated={(created) => {
            setOpened(false);
            onCreated(created);
          }}
        />
      </Modal>
    </>
  );
}
