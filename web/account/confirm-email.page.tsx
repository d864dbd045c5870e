import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Locale } from '../../core/locale.ts';
import { callApi } from '../lib/api-client.ts';
import { errorText } from '../lib/error-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { homeOf } from '../lib/pages/role-pages.ts';
import { isLoggedIn, useSession } from '../lib/stored-session.ts';
import { usePageTitle } from '../site/page-title.ts';
import { AuthCard } from './auth-card.tsx';
import { FormAlert } from './form-alert.tsx';

/**
 * Where the link of a letter leads that asks whether an address is its reader's. A press confirms it, not the opening:
 * programs that look through mail open every link.
 */
export default function ConfirmEmailPage() {
  const { i18n, t } = useLingui();
  const token = useLocation().hash.slice(1);
  const session = useSession();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  usePageTitle(t`Confirm your email address`);
  const confirm = async () => {
    setSending(true);
    setFailure(null);
    try {
      const { data } = await callApi('POST /api/confirm-email', {
        body: { token, language: i18n.locale as Locale },
      });
      setConfirmed(data.email);
    } catch (error) {
      setFailure(errorText(i18n, error));
    } finally {
      setSending(false);
    }
  };
  if (confirmed !== null)
    return (
      <AuthCard
        title={<Trans>The address is confirmed</Trans>}
        text={
          <Trans>
            From now on you log in with {confirmed}, and get a new password there if you forget yours.
          </Trans>
        }
      >
        <Button
          component={Link}
          to={isLoggedIn(session) ? homeOf(session.role) : paths.login()}
          size="md"
          fullWidth
        >
          <Trans>Go on</Trans>
        </Button>
      </AuthCard>
    );
  return (
    <AuthCard
      title={<Trans>Is this your email address?</Trans>}
      text={<Trans>Then confirm that the letter reached you.</Trans>}
    >
      <FormAlert text={failure} />
      <Button size="md" loading={isSending} onClick={confirm} fullWidth>
        <Trans>Confirm the address</Trans>
      </Button>
    </AuthCard>
  );
}
