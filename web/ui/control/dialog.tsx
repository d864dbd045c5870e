import { useLingui } from '@lingui/react/macro';
import { Modal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useBackCloses } from '../../lib/text/use-back-closes.ts';

type DialogProps = Omit<ModalProps, 'attributes'>;

/** A window over the page. The browser's Back closes it, as Escape does, and the focus returns to where it was. */
export function Dialog({ opened, onClose, closeButtonProps, ...props }: DialogProps) {
  const { t } = useLingui();
  // Mantine gives the focus back only if the window was closed at its first rendering. One that is loaded late never was.
  const isThere = useMounted();
  useBackCloses(opened, onClose);
  return (
    <Modal
      opened={opened && isThere}
      onClose={onClose}
      // As a `header` it would be announced as another banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t`Close`, ...closeButtonProps }}
      {...props}
    />
  );
}
