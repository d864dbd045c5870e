import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Divider } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { nextPath } from '../lib/pages/next-path.ts';
import { paths } from '../lib/pages/paths.ts';
import { usePageTitle } from '../site/page-title.ts';
import { useSiteSettings } from '../site/site-settings.tsx';
import { AuthCard } from './auth-card.tsx';
import { FormAlert } from './form-alert.tsx';
import { RegisterForm } from './register-form.tsx';
import { SchoolLoginButton } from './school-login/school-login-button.tsx';

export default function RegisterPage() {
  const { t } = useLingui();
  const [failure, setFailure] = useState<string | null>(null);
  const next = nextPath(useLocation().search);
  const { entry } = useSiteSettings();
  usePageTitle(t`Create an account`);
  const logIn = (variant: 'default' | 'filled') => (
    <Button component={Link} to={paths.login(next ?? undefined)} variant={variant} fullWidth>
      <Trans>Log in</Trans>
    </Button>
  );
  if (entry === 'closed')
    return (
      <AuthCard
        title={<Trans>Your school makes the accounts</Trans>}
        text={
          <Trans>
            Nobody registers here. Ask your teacher for a login slip, or the administrator of your school for
            an account.
          </Trans>
        }
      >
        {logIn('filled')}
      </AuthCard>
    );
  return (
    <AuthCard
      title={<Trans>Create an account</Trans>}
      text={<Trans>It takes a minute. Your first cards are waiting.</Trans>}
    >
      <SchoolLoginButton />
      <RegisterForm onFailed={setFailure} />
      {/* Below the form, since that is where one is when the form is sent. */}
      <FormAlert text={failure} />
      <Divider label={<Trans>Already have an account?</Trans>} />
      {logIn('default')}
    </AuthCard>
  );
}
