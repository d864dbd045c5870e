import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type {
  SchoolLoginBody,
  SchoolQuestion,
} from '../../../core/account/school-login/school-login.schema.ts';
import { claimTrials } from '../../learning/trial/trial-store.ts';
import { callApi } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { noticeText } from '../../lib/notice-text.ts';
import { nextPath } from '../../lib/pages/next-path.ts';
import { paths } from '../../lib/pages/paths.ts';
import { storedDevice, storeLogin } from '../../lib/stored-session.ts';
import { usePageTitle } from '../../site/page-title.ts';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { AuthCard } from '../auth-card.tsx';
import { FormAlert } from '../form-alert.tsx';
import { keepGiven } from '../given-password.ts';
import { patiently } from '../patiently.ts';
import { browserTimeZone } from '../time-zone.ts';
import { RoleQuestion } from './role-question.tsx';
import { SchoolPasswordForm } from './school-password-form.tsx';
import { useBackFromSchool } from './use-back-from-school.ts';

/** Where the school's login leads back to. Once the login is stored, the page's guard leads on. */
export default function SchoolLoginPage() {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const next = nextPath(useLocation().search);
  const [question, setQuestion] = useState<SchoolQuestion | null>(null);
  const [error, setError] = useState<unknown>(null);
  usePageTitle(t`Log in`);

  /** Rejects with what was refused. */
  const enter = async (code: string, said: Pick<SchoolLoginBody, 'role' | 'password'>) => {
    const body = { code, ...said, time_zone: browserTimeZone(), device: storedDevice() };
    const { data } = await patiently(() => callApi('POST /api/login/school', { body }));
    setQuestion(data.question);
    if (!data.login) return;
    claimTrials(data.login, said.role === undefined ? next : 'registered');
    if (data.login.user.must_change_password) keepGiven(said.password ?? '');
    storeLogin(data.login, data.logout_url);
    notices.success(i18n._(said.role === undefined ? noticeText.login : noticeText.register));
  };
  const { code, problem } = useBackFromSchool((given) => void enter(given, {}).catch(setError));
  const failure = problem ?? error;

  if (question !== null && code !== null) {
    const { name, email } = question;
    return question.wanted === 'role' ? (
      <AuthCard
        title={<Trans>Welcome, {name}!</Trans>}
        text={<Trans>You get an account for {email}. Who are you here?</Trans>}
      >
        <RoleQuestion onChosen={(role) => enter(code, { role })} />
      </AuthCard>
    ) : (
      <AuthCard
        title={<Trans>You have an account here already</Trans>}
        text={
          <Trans>
            There is one for {email}. Enter its password this once; from then on you come in with the school’s
            account.
          </Trans>
        }
      >
        <SchoolPasswordForm email={email} onSend={(password) => enter(code, { password })} />
      </AuthCard>
    );
  }
  if (code !== null && failure === null)
    return (
      <AuthCard title={<Trans>Logging in…</Trans>} text={<Trans>One moment, please.</Trans>}>
        <Loading />
      </AuthCard>
    );
  return (
    <AuthCard title={<Trans>Not logged in</Trans>} text={<Trans>You can try again at any time.</Trans>}>
      <FormAlert text={failure === null ? null : errorText(i18n, failure)} />
      <Button component={Link} to={paths.login(next ?? undefined)} size="md" fullWidth>
        <Trans>Back to the login</Trans>
      </Button>
    </AuthCard>
  );
}
