import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { RegisterBody } from '../../../core/account/account.schema.ts';
import type { ErrorCode } from '../../../core/contract/error-codes.ts';
import { type OpenRole, teaches } from '../../../core/contract/roles.ts';
import { teachersWait } from '../../../core/site/entry-limits.ts';
import type { Locale } from '../../../core/text/locale.ts';
import { claimTrials } from '../../learning/trial-store.ts';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { patiently } from '../../lib/call/patiently.ts';
import { beginSession } from '../../lib/kept/seal-key.ts';
import { ownDevice } from '../../lib/kept/stored-session.ts';
import { nextPath } from '../../lib/pages/next-path.ts';
import { paths } from '../../lib/pages/paths.ts';
import { readSiteSettingsAgain, useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { checkRegistration } from '../account-rules.ts';
import { fieldText } from '../field-text.ts';
import { browserTimeZone } from '../time-zone.ts';
import { useFields } from '../use-fields.ts';
import { PasswordField } from './password-field.tsx';
import { RoleChoice } from './role-choice.tsx';

const EMPTY = { role: '', name: '', email: '', password: '', password_confirmation: '', code: '' };

/** The code of the class whose link led here: the student has it from the school already. */
const codeIn = (next: string | null): string => /^\/join\/(\w+)/.exec(next ?? '')?.[1] ?? '';

/** What says that this page knows an earlier setting. */
const OUTDATED: unknown[] = ['registration_closed', 'school_code_wrong'] satisfies ErrorCode[];

/** Registers and logs in; the page's guard then leads on to the dashboard. */
export function RegisterForm({ onFailed }: { onFailed: (text: string | null) => void }) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { entry } = useSiteSettings();
  const form = useRef<HTMLFormElement>(null);
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
      await beginSession(answer);
      notices.success(i18n._(noticeText.register));
    },
    (error, said) => {
      if (error instanceof ApiError && OUTDATED.includes(error.code)) void readSiteSettingsAgain();
      if (said) {
        // Its field says it, and is what is mended next.
        form.current?.querySelector<HTMLElement>(`[name=${said}]`)?.focus();
        return;
      }
      onFailed(
        i18n._({
          ...msg({ message: 'Failed to register: {message}' }),
          values: { message: errorText(i18n, error) },
        }),
      );
    },
  );
  const { name, value, onChange, error } = field('role');
  const role = { name, value, onChange, error };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <RoleChoice {...role} />
        {teachersWait(entry) && teaches(values.role as OpenRole) && (
          <Text size="sm" role="status">
            <Trans>
              Your school lets teachers in one by one: you can log in at once, and begin a little later.
            </Trans>
          </Text>
        )}
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
