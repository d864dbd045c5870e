import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { AccountSection } from './account-section.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { useHasPassword } from './school-login/school-login-section.tsx';

/** A button that shows and hides the form; a hidden form keeps nothing of what was typed. */
function FoldedForm() {
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

/** The way to another password. */
export function PasswordSection({ isFolded }: { isFolded: boolean }) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const [changes, setChanges] = useState(0);
  const hasPassword = useHasPassword();
  const startAfresh = () => {
    setChanges(changes + 1);
    // The form that had the focus is another one now.
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <AccountSection
      heading={heading}
      title={t`Change the password`}
      text={
        hasPassword
          ? t`You stay logged in here; everywhere else you log in again.`
          : t`This account has no password: you log in with the school’s account. Your teacher or the administrator can give you one.`
      }
    >
      {hasPassword && (isFolded ? <FoldedForm /> : <ChangePasswordForm key={changes} onDone={startAfresh} />)}
    </AccountSection>
  );
}
