import { useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { SessionSettingsForm, type SessionSettingsFormProps } from './session-settings.form.tsx';

interface SessionSettingsProps extends SessionSettingsFormProps {
  opened: boolean;
  onClose: () => void;
}

export function SessionSettings({ opened, onClose, settings, onSave }: SessionSettingsProps) {
  const { t } = useLingui();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Cards a day`}
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
