import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import { callApi } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { useSession } from '../../lib/stored-session.ts';
import { useRead } from '../../lib/use-read.ts';
import { useSiteSettings } from '../../site/site-settings.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { FormAlert } from '../form-alert.tsx';
import classes from './school-login.module.css';
import { useBackFromSchool } from './use-back-from-school.ts';
import { useGoToSchool } from './use-go-to-school.ts';

/** What of the school's login belongs to the account; nothing is read where there is none, nor of administrators. */
export function useOwnSchoolLogin() {
  const { school_login: school } = useSiteSettings();
  const { role } = useSession();
  const isOffered = school !== null && role !== 'admin';
  return { school, isOffered, ...useRead(isOffered ? addressOf('GET /api/me/school-login') : null) };
}

/** False for who logs in at the school only; true until it is known. */
export const useHasPassword = (): boolean => useOwnSchoolLogin().data?.has_password ?? true;

/** Connects the account with the school's own, so that one logs in there, and disconnects it. */
export function SchoolLoginSection() {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { school, isOffered, data, error, mutate } = useOwnSchoolLogin();
  const { toConnect, error: refused, going } = useGoToSchool();
  const [failure, setFailure] = useState<unknown>(null);

  const connect = async (code: string) => {
    try {
      await mutate((await callApi('POST /api/me/school-login', { body: { code } })).data, {
        revalidate: false,
      });
      notices.success(t`Connected. From now on you can log in with the school’s account.`);
    } catch (cause) {
      setFailure(cause);
    }
  };
  const { problem } = useBackFromSchool((code) => void connect(code));
  const { ask, isRunning } = useConfirmed<string>({
    question: (name) => ({
      title: t`Disconnect ${name}?`,
      text: t`You then log in with your password only.`,
      confirmLabel: t`Disconnect`,
    }),
    run: async () => {
      await callApi('DELETE /api/me/school-login');
      await mutate();
    },
    done: msg`Disconnected. You log in with your password.`,
    failed: msg({ message: 'It stays connected: {message}' }),
  });
  if (!isOffered) return null;
  const shown = failure ?? refused ?? problem;

  return (
    <Paper component="section" aria-labelledby="school-title" withBorder radius="lg" p="lg">
      <Stack>
        <Title id="school-title" order={2} size="h3">
          <Trans>The school’s account</Trans>
        </Title>
        {error && !data && <LoadError error={error} onRetry={() => void mutate()} />}
        {!error && !data && <Skeleton height={60} role="status" aria-label={t`Loading…`} />}
        {data && (
          <Text size="sm" c="dimmed" className="breakable">
            {data.connected ? (
              data.connected.email === null ? (
                <Trans>You log in with {school}.</Trans>
              ) : (
                <Trans>
                  You log in with {school}, as {data.connected.email}.
                </Trans>
              )
            ) : (
              <Trans>Connect your account of {school}, and you need no password of your own here.</Trans>
            )}
          </Text>
        )}
        {data?.connected && !data.has_password && (
          <Text size="sm" c="dimmed">
            <Trans>It cannot be disconnected: this account has no password.</Trans>
          </Text>
        )}
        <FormAlert text={shown === null ? null : errorText(i18n, shown)} />
        <Group>
          {data && !data.connected && (
            <Button
              variant="default"
              classNames={{ root: classes.button, label: classes.label }}
              loading={going}
              onClick={() => {
                setFailure(null);
                void toConnect();
              }}
            >
              <Trans>Connect {school}</Trans>
            </Button>
          )}
          {data?.connected && data.has_password && (
            <Button variant="default" loading={isRunning} onClick={() => void ask(school ?? '')}>
              <Trans>Disconnect</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
