import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { addressOf } from '../../../core/address.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { storeWaiting, useSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { LazyFigure } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { AuthCard } from './auth-card.tsx';

const REFRESH_MS = 15_000;

/** Where a teacher waits for the administrator; the page's guard leads on once they are let in. */
export default function WaitingPage() {
  const { t } = useLingui();
  const { name } = useSession();
  const { contact_email: contact } = useSiteSettings();

  const { data, error, mutate } = useRead(addressOf('GET /api/me'), {
    refreshInterval: REFRESH_MS,
  });
  const [check, isChecking] = useAttempt(() => {}, mutate);
  usePageTitle(t`Waiting for your school`);
  const isLetIn = data !== undefined && !data.awaits_approval;
  useEffect(() => {
    if (isLetIn) storeWaiting(false);
  }, [isLetIn]);

  return (
    <AuthCard
      picture={<LazyFigure mood="asleep" />}
      title={t`Your school will let you in soon`}
      text={t`Hello ${name}! Your account is made, and the administrator of your school looks at it first. This page updates by itself.`}
    >
      <Stack gap="sm">
        {contact !== null && (
          <Text ta="center" className="breakable">
            <Trans>
              Is it urgent? Write to <Anchor href={`mailto:${contact}`}>{contact}</Anchor>.
            </Trans>
          </Text>
        )}
        {error ? (
          <LoadError error={error} onRetry={() => void mutate()} />
        ) : (
          <Button size="md" fullWidth loading={isChecking} onClick={() => void check()}>
            {t`Check again now`}
          </Button>
        )}
      </Stack>
    </AuthCard>
  );
}
