import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import { administers } from '../../../core/contract/roles.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { replaceToken, useSession } from '../../lib/kept/stored-session.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { FormAlert } from '../entry/auth-card.tsx';
import { PasswordProof } from '../password-proof.tsx';
import classes from './school-login.module.css';
import { useBackFromSchool, useGoToSchool } from './use-back-from-school.ts';

/** What of the school's login belongs to the account; nothing is read where there is none, nor of administrators. */
export function useOwnSchoolLogin() {
  const { school_login: school } = useSiteSettings();
  const { role } = useSession();
  const isOffered = school !== null && !administers(role);
  return { school, isOffered, ...useRead(isOffered ? addressOf('GET /api/me/school-login') : null) };
}

/** False for a user who logs in at the school only; true until it is known. */
export const useHasPassword = (): boolean => useOwnSchoolLogin().data?.has_password ?? true;

const NOT_CONNECTED = msg({ message: 'It was not connected: {message}' });

/** Connects the account with the school's own, so that one logs in there, and disconnects it. */
export function SchoolLoginSection() {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { school, isOffered, data, error, mutate } = useOwnSchoolLogin();
  const { toConnect } = useGoToSchool();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const connect = async (code: string) => {
    try {
      const { token, ...connected } = (await callApi('POST /api/me/school-login', { body: { code } })).data;
      if (token !== null) replaceToken(token);
      await mutate(connected, { revalidate: false });
      notices.success(t`Connected. From now on you can log in with the school’s account.`);
    } catch (cause) {
      setFailure(cause);
    }
  };
  const { problem } = useBackFromSchool((code) => void connect(code));
  const disconnect = async (password: string) => {
    const body = { password };
    await mutate((await callApi('POST /api/me/school-login/disconnect', { body })).data, {
      revalidate: false,
    });
    setAsking(false);
    notices.success(t`Disconnected. You log in with your password.`);
  };
  if (!isOffered) return null;
  const shown = failure ?? problem;

  return (
    <TitledSection order={2} isCard title={t`The school’s account`}>
      {!data && <Unread of={{ error, mutate }} height={60} />}
      {data && (
        <Text size="sm" c="dimmed" className="breakable">
          {data.connected
            ? data.connected.email === null
              ? t`You log in with ${school}.`
              : t`You log in with ${school}, as ${data.connected.email}.`
            : t`Connect your account of ${school}, and you need no password of your own here.`}
        </Text>
      )}
      {data?.connected && !data.has_password && (
        <Text size="sm" c="dimmed">
          {t`It cannot be disconnected: this account has no password.`}
        </Text>
      )}
      <FormAlert text={shown === null ? null : errorText(i18n, shown)} />
      {data && isAsking && (
        <PasswordProof
          {...(data.connected
            ? { name: t`Disconnect ${school}`, action: t`Disconnect`, run: disconnect }
            : { name: t`Connect ${school}`, action: t`Continue to ${school}`, run: toConnect })}
          failed={data.connected ? msg({ message: 'It stays connected: {message}' }) : NOT_CONNECTED}
          onCancel={() => setAsking(false)}
        />
      )}
      {data && !isAsking && (!data.connected || data.has_password) && (
        <Group>
          <Button
            variant="default"
            classNames={{ root: classes.button, label: classes.label }}
            onClick={() => {
              setFailure(null);
              setAsking(true);
            }}
          >
            {data.connected ? t`Disconnect` : t`Connect ${school}`}
          </Button>
        </Group>
      )}
    </TitledSection>
  );
}
