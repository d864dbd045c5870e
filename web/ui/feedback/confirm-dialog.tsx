import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from '../../lib/text/use-back-closes.ts';
import classes from './confirm-dialog.module.css';

export interface ConfirmOptions {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** Where “Cancel” could be read as the act itself. */
  cancelLabel?: string;
  /** Marks an action that cannot be undone. */
  danger?: boolean;
}

interface ConfirmDialogProps extends ConfirmOptions {
  onAnswer: (confirmed: boolean) => void;
}

/**
 * The browser's own dialog, small enough for the first load. A question may come up without a network, such as a
 * logout with unsaved answers. Nothing more can be loaded then.
 */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  danger,
  onAnswer,
}: ConfirmDialogProps) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useBackCloses(true, () => onAnswer(false));
  // Closed while it is still in the page: that gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onAnswer(false);
      }}
    >
      <Stack gap="lg">
        <Text id={titleId} fw={600} size="lg">
          {title}
        </Text>
        <Text component="div">{text}</Text>
        <Group justify="flex-end">
          {/* The harmless answer comes first and has the focus: Enter never destroys anything by accident. */}
          <Button variant="default" onClick={() => onAnswer(false)}>
            {cancelLabel ?? t`Cancel`}
          </Button>
          <Button color={danger ? 'red' : undefined} onClick={() => onAnswer(true)}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </dialog>
  );
}
