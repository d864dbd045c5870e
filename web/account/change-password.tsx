import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { ChangePasswordForm } from './change-password-form.tsx';

/** A button that shows and hides the form; a hidden form keeps nothing of what was typed. */
export function ChangePassword() {
  const [shown, setShown] = useState(false);
  return (
    <Stack align="flex-start">
      <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? <Trans>Keep the password</Trans> : <Trans>Change the password</Trans>}
      </Button>
      {shown && <ChangePasswordForm onDone={() => setShown(false)} />}
    </Stack>
  );
}
