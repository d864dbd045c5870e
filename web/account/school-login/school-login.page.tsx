import { useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type {
  SchoolLoginBody,
  SchoolQuestion,
} from '../../../core/account/school-login/school-login.schema.ts';
import type { OpenRole } from '../../../core/contract/roles.ts';
import { claimTrials } from '../../learning/trial-store.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { patiently } from '../../lib/call/patiently.ts';
import { beginSession } from '../../lib/kept/seal-key.ts';
import { storedDevice } from '../../lib/kept/stored-session.ts';
import { nextPath } from '../../lib/pages/next-path.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { openRoleText } from '../../lib/pages/role-pages.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { checkPassword } from '../account-rules.ts';
import { AuthCard, FormAlert } from '../entry/auth-card.tsx';
import { keepGiven } from '../entry/given-password.ts';
import { PasswordField } from '../entry/new-password-fields.tsx';
import { browserTimeZone } from '../time-zone.ts';
import { useFields } from '../use-fields.ts';
import { useBackFromSchool } from './use-back-from-school.ts';

function RoleQuestion({ onChosen }: { onChosen: (role: OpenRole) => Promise<void> }) {
  const { i18n, t } = useLingui();
  const [chosen, setChosen] = useState<OpenRole | null>(null);
  const [error, setError] = useState<unknown>(null);

  const choose = async (role: OpenRole) => {
    setError(null);
    setChosen(role);
    try {
      await onChosen(role);
    } catch (cause) {
      setError(cause);
    } finally {
      setChosen(null);
    }
  };
  return (
    <Stack>
      {(Object.keys(openRoleText) as OpenRole[]).map((role) => (
        <Button
          key={role}
          variant="default"
          size="md"
          fullWidth
          loading={chosen === role}
          disabled={chosen !== null}
          onClick={() => void choose(role)}
        >
          {i18n._(openRoleText[role])}
        </Button>
      ))}
      <Text size="sm" c="dimmed">
        {t`Parents choose teacher to follow a child.`}
      </Text>
      <FormAlert text={error === null ? null : errorText(i18n, error)} />
    </Stack>
  );
}

interface SchoolPasswordFormProps {
  /** For the browser's store of passwords, which then knows whose it is. */
  email: string;
  onSend: (password: string) => Promise<void>;
}

function SchoolPasswordForm({ email, onSend }: SchoolPasswordFormProps) {
  const { t } = useLingui();
  const { field, submit, sending, failure } = useFields({ password: '' }, checkPassword, ({ password }) =>
    onSend(password),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField {...field('password')} label={t`Password`} autoComplete="current-password" />
        <FormAlert text={failure} />
        <Button type="submit" size="md" loading={sending} fullWidth>
          {t`Log In`}
        </Button>
        <Text size="sm" c="dimmed">
          {t`If you do not know it, ask your teacher or the administrator of your school for a new one.`}
        </Text>
      </Stack>
    </form>
  );
}

/** Where the school's login leads back to. Once the login is stored, the page's guard leads on. */
export default function SchoolLoginPage() {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const next = nextPath(useLocation().search);
  const [question, setQuestion] = useState<SchoolQuestion | null>(null);
  const [error, setError] = useState<unknown>(null);
  usePageTitle(t`Log In`);

  /** Rejects with what was refused. */
  const enter = async (code: string, said: Pick<SchoolLoginBody, 'role' | 'password'>) => {
    const body = { code, ...said, time_zone: browserTimeZone(), device: storedDevice() };
    const { data } = await patiently(() => callApi('POST /api/login/school', { body }));
    setQuestion(data.question);
    if (!data.login) return;
    claimTrials(data.login, said.role === undefined ? next : 'registered');
    if (data.login.user.must_change_password) keepGiven(said.password ?? '');
    await beginSession(data.login, { logoutUrl: data.logout_url });
    notices.success(i18n._(said.role === undefined ? noticeText.login : noticeText.register));
  };
  const { code, problem } = useBackFromSchool((given) => void enter(given, {}).catch(setError));
  const failure = problem ?? error;

  if (question !== null && code !== null) {
    const { name, email } = question;
    return question.wanted === 'role' ? (
      <AuthCard
        title={t`Welcome, ${name}!`}
        text={t`You will get an account for ${email}. Are you a student or a teacher?`}
      >
        <RoleQuestion onChosen={(role) => enter(code, { role })} />
      </AuthCard>
    ) : (
      <AuthCard
        title={t`You have an account here already`}
        text={t`There is one for ${email}. Enter its password this once; from then on you come in with the school’s account.`}
      >
        <SchoolPasswordForm email={email} onSend={(password) => enter(code, { password })} />
      </AuthCard>
    );
  }
  if (code !== null && failure === null)
    return (
      <AuthCard title={t`Logging in…`} text={t`One moment, please.`}>
        <Loading />
      </AuthCard>
    );
  return (
    <AuthCard title={t`Not logged in`} text={t`You can try again at any time.`}>
      <FormAlert text={failure === null ? null : errorText(i18n, failure)} />
      <ButtonLink to={paths.login(next ?? undefined)} size="md" fullWidth>
        {t`Back to the login`}
      </ButtonLink>
    </AuthCard>
  );
}
