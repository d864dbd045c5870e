import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Divider, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { nextPath } from '../lib/pages/next-path.ts';
import { paths } from '../lib/pages/paths.ts';
import { usePageTitle } from '../site/page-title.ts';
import { useSiteSettings } from '../site/site-settings.tsx';
import { AuthCard } from './auth-card.tsx';
import { FormAlert } from './form-alert.tsx';
import { LoginForm } from './login-form.tsx';
import { SchoolLoginButton } from './school-login/school-login-button.tsx';

export default function LoginPage() {
  const { t } = useLingui();
  const [failure, setFailure] = useState<string | null>(null);
  const next = nextPath(useLocation().search);
  const isClosed = useSiteSettings().entry === 'closed';
  usePageTitle(t`Log in`);
  return (
    <AuthCard
      title={next === null ? <Trans>Welcome back</Trans> : <Trans>Log in to go on</Trans>}
      text={
        next === null ? (
          <Trans>Your cards have been waiting for you.</Trans>
        ) : isClosed ? (
          <Trans>Then you come straight to the page you wanted.</Trans>
        ) : (
          <Trans>
            Then you come straight to the page you wanted. If you are new here, an account takes a minute.
          </Trans>
        )
      }
    >
      <SchoolLoginButton />
      <FormAlert text={failure} />
      <LoginForm call="POST /api/login" onFailed={setFailure} />
      <Anchor component={Link} to={paths.forgottenPassword()} size="sm" ta="center" py={12}>
        <Trans>Forgotten your password?</Trans>
      </Anchor>
      <Divider label={<Trans>New here?</Trans>} />
      {isClosed ? (
        <Text ta="center">
          <Trans>
            Your school makes the accounts: ask your teacher, or the administrator of your school.
          </Trans>
        </Text>
      ) : (
        <Button
          component={Link}
          to={paths.register(next ?? undefined)}
          variant={next === null ? 'default' : 'light'}
          fullWidth
        >
          <Trans>Create an account</Trans>
        </Button>
      )}
    </AuthCard>
  );
}
