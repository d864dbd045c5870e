import { Trans } from '@lingui/react/macro';
import { Anchor, Stack } from '@mantine/core';
import { useState } from 'react';
import { ChangePasswordForm } from './change-password-form.tsx';

/** A link that shows and hides the form; a hidden form keeps nothing of what was typed. */
export function ChangePassword() {
  const [shown, setShown] = useState(false);
  return (
    <Stack align="flex-start">
      <Anchor component="button" type="button" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? <Trans>Keep the password</Trans> : <Trans>Change the password</Trans>}
      </Anchor>
      {shown && <ChangePasswordForm onDone={() => setShown(false)} />}
    </Stack>
  );
}
