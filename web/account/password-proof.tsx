import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { checkPassword } from './account-rules.ts';
import { FormAlert } from './entry/auth-card.tsx';
import { PasswordField } from './entry/new-password-fields.tsx';
import { useFields } from './use-fields.ts';

interface PasswordProofProps {
  /** What is done, as the form's name and on its button. */
  name: string;
  action: ReactNode;
  isDangerous?: boolean;
  run(password: string): Promise<void>;
  failed: MessageDescriptor;
  onCancel(): void;
}

/** Asks for the password once more before something that a session left open must not do. */
export function PasswordProof({ name, action, isDangerous, run, failed, onCancel }: PasswordProofProps) {
  const { t } = useLingui();
  const { field, submit, sending, failure } = useFields(
    { password: '' },
    checkPassword,
    ({ password }) => run(password),
    failed,
  );
  return (
    <Box component="form" onSubmit={submit} noValidate maw={420} aria-label={name}>
      <Stack>
        <PasswordField
          {...field('password')}
          label={t`Your password, to be sure that it is you`}
          autoComplete="current-password"
          autoFocus
        />
        <FormAlert text={failure} />
        <Group>
          <Button variant="default" onClick={onCancel}>
            {t`Cancel`}
          </Button>
          <Button type="submit" variant="light" loading={sending} {...(isDangerous && { color: 'red' })}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Box>
  );
}
