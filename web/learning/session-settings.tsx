import { useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useBackCloses } from '../lib/use-back-closes.ts';
import { SessionSettingsForm, type SessionSettingsFormProps } from './session-settings.form.tsx';

interface SessionSettingsProps extends SessionSettingsFormProps {
  opened: boolean;
  onClose: () => void;
}

export function SessionSettings({ opened, onClose, settings, onSave }: SessionSettingsProps) {
  const { t } = useLingui();
  const isThere = useMounted();
  useBackCloses(opened, onClose);
  return (
    <Modal
      opened={opened && isThere}
      onClose={onClose}
      title={t`How this deck is studied`}
      centered
      radius="lg"
      // As a `header` it would be announced as another banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <SessionSettingsForm
        settings={settings}
        onSave={async (next) => {
          await onSave(next);
          onClose();
        }}
      />
    </Modal>
  );
}
