import { Trans, useLingui } from '@lingui/react/macro';
import { Divider } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { nextPath } from '../../lib/pages/next-path.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { SchoolLoginButton } from '../school-login-button.tsx';
import { AuthCard } from './auth-card.tsx';
import { FormAlert } from './form-alert.tsx';
import { RegisterForm } from './register-form.tsx';

export default function RegisterPage() {
  const { t } = useLingui();
  const [failure, setFailure] = useState<string | null>(null);
  const next = nextPath(useLocation().search);
  const { entry } = useSiteSettings();
  usePageTitle(t`Create an account`);
  const logIn = (variant: 'default' | 'filled') => (
    <ButtonLink to={paths.login(next ?? undefined)} variant={variant} fullWidth>
      <Trans>Log in</Trans>
    </ButtonLink>
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
