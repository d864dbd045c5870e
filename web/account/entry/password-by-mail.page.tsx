import { useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { patiently } from '../../lib/call/patiently.ts';
import { beginSession } from '../../lib/kept/seal-key.ts';
import { isLoggedIn, readSession, storedDevice } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { homeOf } from '../../lib/pages/role-pages.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { checkNewPassword } from '../account-rules.ts';
import { useFields } from '../use-fields.ts';
import { AuthCard, FormAlert } from './auth-card.tsx';
import { differ, NewPasswordFields } from './new-password-fields.tsx';

const EMPTY = { new_password: '', new_password_confirmation: '' };

/** Where the link of an email leads: a new password, and in. */
export default function PasswordByMailPage() {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  const [failure, setFailure] = useState<string | null>(null);
  const [isEnded, setEnded] = useState(token === '');
  const { field, submit, sending, values, problems } = useFields(
    EMPTY,
    checkNewPassword,
    async (passwords) => {
      setFailure(null);
      const body = { ...passwords, token, device: storedDevice() };
      const answer = await patiently(() => callApi('POST /api/new-password', { body }));
      notices.success(i18n._(noticeText.passwordChanged));
      // Somebody else may be logged in here: they stay, and may have answers that are still to be sent. An account that
      // only claims this address is no other person's.
      const isSamePerson = answer.user.email?.toLowerCase() === readSession().email?.toLowerCase();
      if (!isLoggedIn() || isSamePerson) await beginSession(answer);
      navigate(isLoggedIn() ? homeOf(answer.role) : paths.login(), { replace: true });
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'link_ended') setEnded(true);
      else setFailure(errorText(i18n, error));
    },
  );
  usePageTitle(t`Choose your password`);
  if (isEnded)
    return (
      <AuthCard
        title={t`This link no longer works`}
        text={t`It has been used, a newer one was sent, or its time is over.`}
      >
        <ButtonLink to={paths.forgottenPassword()} size="md" fullWidth>
          {t`Send me another link`}
        </ButtonLink>
      </AuthCard>
    );
  return (
    <AuthCard title={t`Choose your password`} text={t`Everywhere else your account is logged out.`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <NewPasswordFields field={field} values={values} problems={problems} />
          <FormAlert text={failure} />
          <Button
            type="submit"
            size="md"
            loading={sending}
            disabled={sending || differ({ values, problems })}
            fullWidth
          >
            {t`Change the password`}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
