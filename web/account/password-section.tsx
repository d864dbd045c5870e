import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { AccountSection } from './account-section.tsx';
import { ChangePassword } from './change-password.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';

/** The way to another password. */
export function PasswordSection({ isFolded }: { isFolded: boolean }) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const [changes, setChanges] = useState(0);
  const startAfresh = () => {
    setChanges(changes + 1);
    // The form that had the focus is another one now.
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <AccountSection
      heading={heading}
      title={t`Change the password`}
      text={t`You stay logged in here; everywhere else you log in again.`}
    >
      {isFolded ? <ChangePassword /> : <ChangePasswordForm key={changes} onDone={startAfresh} />}
    </AccountSection>
  );
}
