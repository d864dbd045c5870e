import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { ChangePasswordForm } from '../own/change-password-form.tsx';
import { AuthCard } from './auth-card.tsx';
import { keepGiven, keptGiven } from './given-password.ts';

/** Where a password that somebody else gave is replaced; the page's guard then leads on. */
export default function NewPasswordPage() {
  const { t } = useLingui();
  const { name } = useSession();
  const [given] = useState(keptGiven);
  usePageTitle(t`Choose your password`);
  return (
    <AuthCard
      title={t`Choose your password`}
      text={t`Hello ${name}! The password you were given was only for the first time. Choose one that you alone know.`}
    >
      <ChangePasswordForm given={given} onDone={() => keepGiven('')} />
    </AuthCard>
  );
}
