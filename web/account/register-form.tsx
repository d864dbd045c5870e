import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import type { RegisterBody } from '../../core/account/account.schema.ts';
import type { OpenRole } from '../../core/account/roles.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import type { Locale } from '../../core/locale.ts';
import { claimTrials } from '../learning/trial/trial-store.ts';
import { ApiError, callApi } from '../lib/api-client.ts';
import { errorText } from '../lib/error-text.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { nextPath } from '../lib/pages/next-path.ts';
import { paths } from '../lib/pages/paths.ts';
import { openRoleText } from '../lib/pages/role-text.ts';
import { ownDevice, storeLogin } from '../lib/stored-session.ts';
import { readSiteSettingsAgain, useSiteSettings } from '../site/site-settings.tsx';
import { useNotices } from '../ui/notices.tsx';
import { checkRegistration } from './account-rules.ts';
import { fieldText } from './field-text.ts';
import { PasswordField } from './password-field.tsx';
import { patiently } from './patiently.ts';
import { browserTimeZone } from './time-zone.ts';
import { useFields } from './use-fields.ts';

const EMPTY = { name: '', email: '', password: '', password_confirmation: '', role: '', code: '' };

/** The code of the class whose link led here: the student has it from the school already. */
const codeIn = (next: string | null): string => /^\/join\/(\w+)/.exec(next ?? '')?.[1] ?? '';

/** What says that this page knows an earlier setting. */
const OUTDATED: unknown[] = ['registration_closed', 'school_code_wrong'] satisfies ErrorCode[];

/** Registers and logs in; the page's guard then leads on to the dashboard. */
export function RegisterForm({ onFailed }: { onFailed: (text: string | null) => void }) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { entry } = useSiteSettings();
  const needsCode = entry === 'code';
  const code = codeIn(nextPath(useLocation().search));
  const { field, submit, sending, values } = useFields(
    { ...EMPTY, code },
    (typed) => checkRegistration(typed, needsCode),
    async ({ name, email, role, code, ...passwords }) => {
      onFailed(null);
      const body: RegisterBody = {
        ...passwords,
        name: name.trim(),
        email: email.trim(),
        // The form is sent only with a role that may be chosen.
        role: role as OpenRole,
        ...(needsCode && { code }),
        time_zone: browserTimeZone(),
        language: i18n.locale as Locale,
        device: ownDevice(),
      };
      const answer = await patiently(() => callApi('POST /api/register', { body }));
      claimTrials(answer, 'registered');
      storeLogin(answer);
      notices.success(i18n._(noticeText.register));
    },
    (error) => {
      if (error instanceof ApiError && OUTDATED.includes(error.code)) void readSiteSettingsAgain();
      onFailed(i18n._({ ...failureText.registerFailed, values: { message: errorText(i18n, error) } }));
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput {...field('name')} label={t`Your name`} autoComplete="name" />
        <TextInput
          {...field('email')}
          type="email"
          label={t`Email`}
          autoComplete="username"
          inputMode="email"
        />
        <PasswordField
          {...field('password')}
          label={t`Password`}
          description={fieldText(i18n, 'short')}
          autoComplete="new-password"
        />
        <PasswordField
          {...field('password_confirmation')}
          label={t`Repeat the password`}
          autoComplete="new-password"
        />
        <NativeSelect
          {...field('role')}
          label={t`I am a…`}
          description={t`Parents choose teacher to follow a child.`}
          data={[
            { value: '', label: t`Please choose` },
            ...Object.entries(openRoleText).map(([value, label]) => ({ value, label: i18n._(label) })),
          ]}
        />
        {entry === 'approval' && values.role === 'teacher' && (
          <Text size="sm" role="status">
            <Trans>
              Your school lets teachers in one by one: you can log in at once, and begin a little later.
            </Trans>
          </Text>
        )}
        {needsCode && (
          <TextInput
            {...field('code')}
            label={t`Code of your school`}
            description={t`Your school gives it to you. Students may also take the code of their class.`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
          />
        )}
        <Text size="sm" c="dimmed">
          <Trans>
            What is kept of you, and who sees it, stands on the page about{' '}
            <Anchor component={Link} to={paths.privacy()} inherit underline="always">
              privacy
            </Anchor>
            .
          </Trans>
        </Text>
        <Button type="submit" size="md" loading={sending} fullWidth>
          <Trans>Create my account</Trans>
        </Button>
      </Stack>
    </form>
  );
}
