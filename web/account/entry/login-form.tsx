import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Stack, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { LoginBody } from '../../../core/account/account.schema.ts';
import { isTypedInVietnamese } from '../../../core/text/code-text.ts';
import { levelled } from '../../../core/text/normal-form.ts';
import { claimTrials } from '../../learning/trial-store.ts';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { patiently } from '../../lib/call/patiently.ts';
import { beginSession } from '../../lib/kept/seal-key.ts';
import { storedDevice } from '../../lib/kept/stored-session.ts';
import { nextPath } from '../../lib/pages/next-path.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { checkAdminLogin, checkLogin } from '../account-rules.ts';
import { browserTimeZone } from '../time-zone.ts';
import { useFields } from '../use-fields.ts';
import { keepGiven } from './given-password.ts';
import { PasswordField } from './new-password-fields.tsx';

interface LoginFormProps {
  call: 'POST /api/login' | 'POST /api/admin/login';
  /** Gets null when a new attempt begins. */
  onFailed: (text: string | null) => void;
}

/** Once the login is stored, the page's guard leads on to the dashboard. */
export function LoginForm({ call, onFailed }: LoginFormProps) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { search } = useLocation();
  const isAdmin = call === 'POST /api/admin/login';
  // A login slip's code brings the user name along.
  const userName = new URLSearchParams(search).get('user') ?? '';
  const isVietnamese = useRef(false);
  const { field, submit, sending } = useFields(
    { email: userName, password: '' },
    isAdmin ? checkAdminLogin : checkLogin,
    async ({ email, password }) => {
      onFailed(null);
      isVietnamese.current = isTypedInVietnamese(`${email}${password}`);
      const body: LoginBody = {
        email: levelled(email),
        password,
        time_zone: browserTimeZone(),
        device: storedDevice(),
      };
      const answer = await patiently(() => callApi(call, { body }));
      claimTrials(answer, nextPath(search));
      if (answer.user.must_change_password) keepGiven(password);
      await beginSession(answer);
      notices.success(i18n._(noticeText.login));
    },
    (error) => {
      const failed = i18n._({
        ...msg({ message: 'Failed to login: {message}' }),
        values: { message: errorText(i18n, error) },
      });
      // A password that was given has plain letters: nobody sees in its field that a keyboard has changed them.
      const isChanged =
        error instanceof ApiError && error.code === 'wrong_credentials' && isVietnamese.current;
      onFailed(
        isChanged
          ? `${failed}. ${t`What you typed has Vietnamese letters: if your password has none, switch Vietnamese typing off.`}`
          : failed,
      );
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          {...field('email')}
          label={isAdmin ? t`Email` : t`Email or user name`}
          type={isAdmin ? 'email' : 'text'}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="email"
        />
        <PasswordField {...field('password')} label={t`Password`} autoComplete="current-password" />
        <Button type="submit" size="md" loading={sending} fullWidth>
          {t`Log In`}
        </Button>
      </Stack>
    </form>
  );
}
