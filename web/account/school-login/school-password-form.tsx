import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { FormAlert } from '../form-alert.tsx';
import { PasswordField } from '../password-field.tsx';
import { useFields } from '../use-fields.ts';

interface SchoolPasswordFormProps {
  /** For the browser's store of passwords, which then knows whose it is. */
  email: string;
  onSend: (password: string) => Promise<void>;
}

/** Asks once for the password of the account that has the address already. */
export function SchoolPasswordForm({ email, onSend }: SchoolPasswordFormProps) {
  const { i18n, t } = useLingui();
  const [failure, setFailure] = useState<string | null>(null);
  const { field, submit, sending } = useFields(
    { password: '' },
    ({ password }) => (password ? {} : { password: 'required' as const }),
    ({ password }) => {
      setFailure(null);
      return onSend(password);
    },
    (error) => setFailure(errorText(i18n, error)),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField {...field('password')} label={t`Password`} autoComplete="current-password" />
        <FormAlert text={failure} />
        <Button type="submit" size="md" loading={sending} fullWidth>
          <Trans>Log in</Trans>
        </Button>
        <Text size="sm" c="dimmed">
          <Trans>
            If you do not know it, ask your teacher or the administrator of your school for a new one.
          </Trans>
        </Text>
      </Stack>
    </form>
  );
}
