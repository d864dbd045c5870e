import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** Why a form was refused, read out at once. */
export function FormAlert({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {text}
    </Alert>
  );
}
