import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Divider } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../lib/pages/paths.ts';
import { usePageTitle } from '../site/page-title.ts';
import { AuthCard } from './auth-card.tsx';
import { FormAlert } from './form-alert.tsx';
import { LoginForm } from './login-form.tsx';

export default function LoginPage() {
  const { t } = useLingui();
  const [failure, setFailure] = useState<string | null>(null);
  usePageTitle(t`Log in`);
  return (
    <AuthCard title={<Trans>Welcome back</Trans>} text={<Trans>Your cards have been waiting for you.</Trans>}>
      <FormAlert text={failure} />
      <LoginForm call="POST /api/login" onFailed={setFailure} />
      <Divider label={<Trans>New here?</Trans>} />
      <Button component={Link} to={paths.register()} variant="default" fullWidth>
        <Trans>Create an account</Trans>
      </Button>
    </AuthCard>
  );
}
