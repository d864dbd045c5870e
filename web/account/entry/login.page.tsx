import { useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Divider, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../lib/kept/stored-session.ts';
import { nextPath } from '../../lib/pages/next-path.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { SchoolLoginButton } from '../school-login-button.tsx';
import { AuthCard, FormAlert } from './auth-card.tsx';
import { LoginForm } from './login-form.tsx';

/** On a shared computer the next user would come in by the school's login as the one before. */
function SchoolStaysOpen() {
  const { t } = useLingui();
  const { school_login: school } = useSiteSettings();
  const { schoolOpen } = useSession();
  if (school === null || !schoolOpen) return null;
  return (
    <Alert role="status" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      {t`On this computer ${school} may still be open: logging out here does not end it. If others use this computer, log out there as well, or the next one comes in with the same account.`}
    </Alert>
  );
}

export default function LoginPage() {
  const { t } = useLingui();
  const [failure, setFailure] = useState<string | null>(null);
  const next = nextPath(useLocation().search);
  const isClosed = useSiteSettings().entry === 'closed';
  usePageTitle(t`Log In`);
  return (
    <AuthCard
      title={next === null ? t`Welcome back` : t`Log in to go on`}
      text={
        next === null
          ? t`Your cards have been waiting for you.`
          : isClosed
            ? t`Then you come straight to the page you wanted.`
            : t`Then you come straight to the page you wanted. If you are new here, an account takes a minute.`
      }
    >
      <SchoolStaysOpen />
      <SchoolLoginButton />
      <FormAlert text={failure} />
      <LoginForm call="POST /api/login" onFailed={setFailure} />
      <Anchor component={Link} to={paths.forgottenPassword()} size="sm" ta="center" py={12}>
        {t`Forgotten your password?`}
      </Anchor>
      <Divider label={t`New here?`} />
      {isClosed ? (
        <Text ta="center">
          {t`Your school makes the accounts: ask your teacher, or the administrator of your school.`}
        </Text>
      ) : (
        <ButtonLink
          to={paths.register(next ?? undefined)}
          variant={next === null ? 'default' : 'light'}
          fullWidth
        >
          {t`Create an account`}
        </ButtonLink>
      )}
    </AuthCard>
  );
}
