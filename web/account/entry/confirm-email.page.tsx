import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Locale } from '../../../core/text/locale.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { isLoggedIn, replaceToken, useSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { homeOf } from '../../lib/pages/role-pages.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { AuthCard, FormAlert } from './auth-card.tsx';

/**
 * Where the link of an email leads that asks whether an address is its reader's. A press confirms it, not the opening:
 * programs that look through mail open every link.
 */
export default function ConfirmEmailPage() {
  const { i18n, t } = useLingui();
  const token = useLocation().hash.slice(1);
  const session = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  usePageTitle(t`Confirm your email address`);
  const [confirm, isSending] = useAttempt(
    (error) => setFailure(errorText(i18n, error)),
    async () => {
      setFailure(null);
      const { data } = await callApi('POST /api/confirm-email', {
        body: { token, language: i18n.locale as Locale },
      });
      if (data.token !== null) replaceToken(data.token);
      setConfirmed(data.email);
    },
  );
  if (confirmed !== null)
    return (
      <AuthCard
        title={t`The address is confirmed`}
        text={t`From now on you log in with ${confirmed}, and get a new password there if you forget yours.`}
      >
        <ButtonLink to={isLoggedIn(session) ? homeOf(session.role) : paths.login()} size="md" fullWidth>
          {t`Continue`}
        </ButtonLink>
      </AuthCard>
    );
  return (
    <AuthCard title={t`Is this your email address?`} text={t`Then confirm that the email reached you.`}>
      <FormAlert text={failure} />
      <Button size="md" loading={isSending} onClick={confirm} fullWidth>
        {t`Confirm the address`}
      </Button>
    </AuthCard>
  );
}
