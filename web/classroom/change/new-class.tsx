import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';

const NewClassModal = lazy(() => import('./new-class.modal.tsx'));

export function NewClass({ onCreated }: { onCreated: (created: Classroom) => void }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {t`New class`}
      </Button>
      <LazyDialog opened={opened}>
        <NewClassModal opened={opened} onClose={() => setOpened(false)} onCreated={onCreated} />
      </LazyDialog>
    </>
  );
}
