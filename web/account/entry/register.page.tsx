import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Divider, Input, Stack, Text, TextInput } from '@mantine/core';
import { type Icon, IconBackpack, IconChalkboard } from '@tabler/icons-react';
import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { RegisterBody } from '../../../core/account/account.schema.ts';
import type { ErrorCode } from '../../../core/contract/error-codes.ts';
import { type OpenRole, teaches } from '../../../core/contract/roles.ts';
import { teachersWait } from '../../../core/site/entry-limits.ts';
import type { Locale } from '../../../core/text/locale.ts';
import { levelled } from '../../../core/text/normal-form.ts';
import { claimTrials } from '../../learning/trial-store.ts';
import { ApiError, callApi } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { patiently } from '../../lib/call/patiently.ts';
import { beginSession } from '../../lib/kept/seal-key.ts';
import { ownDevice } from '../../lib/kept/stored-session.ts';
import { nextPath } from '../../lib/pages/next-path.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { openRoleText } from '../../lib/pages/role-pages.ts';
import { readSiteSettingsAgain, useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { checkRegistration } from '../account-rules.ts';
import { SchoolLoginButton } from '../school-login-button.tsx';
import { browserTimeZone } from '../time-zone.ts';
import { fieldText, useFields } from '../use-fields.ts';
import { AuthCard, FormAlert } from './auth-card.tsx';
import { PasswordField } from './new-password-fields.tsx';
import classes from './role-choice.module.css';

const SIGNS: Record<OpenRole, Icon> = { student: IconBackpack, teacher: IconChalkboard };

interface RoleChoiceProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

function RoleChoice({ name, value, error, onChange }: RoleChoiceProps) {
  const { t, i18n } = useLingui();
  const [textId, errorId] = [useId(), useId()];
  return (
    <fieldset
      className={classes.roles}
      data-wrong={error ? true : undefined}
      aria-describedby={error ? `${textId} ${errorId}` : textId}
    >
      <legend>{t`I am a…`}</legend>
      <div className={classes.row}>
        {(Object.keys(SIGNS) as OpenRole[]).map((role) => {
          const Sign = SIGNS[role];
          return (
            <label key={role} className={classes.role}>
              <input
                type="radio"
                name={name}
                value={role}
                checked={value === role}
                onChange={onChange}
                required
              />
              <Sign size={32} stroke={1.5} aria-hidden />
              {i18n._(openRoleText[role])}
            </label>
          );
        })}
      </div>
      <Input.Description id={textId}>{t`Parents choose teacher to follow a child.`}</Input.Description>
      {error && (
        <Input.Error id={errorId} mt={4}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}

const EMPTY = { role: '', name: '', email: '', password: '', password_confirmation: '', code: '' };

/** The code of the class whose link led here: the student has it from the school already. */
const codeIn = (next: string | null): string => /^\/join\/(\w+)/.exec(next ?? '')?.[1] ?? '';

/** What only students come from: a trial, and the link of a class. */
const roleOf = (next: string | null): OpenRole | '' => (/^\/(try|join)\//.test(next ?? '') ? 'student' : '');

/** What says that this page knows an earlier setting. */
const OUTDATED: unknown[] = ['registration_closed', 'school_code_wrong'] satisfies ErrorCode[];

/** Enter in a field leads to the next one that is empty: keyboards of phones have "Next" there. The last one sends. */
function toNextEmpty(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([type=radio])')];
  const next = fields.slice(fields.indexOf(target) + 1).find(({ value }) => value === '');
  if (!fields.includes(target) || !next) return;
  event.preventDefault();
  next.focus();
}

/** Registers and logs in; the page's guard then leads on to the dashboard. */
function RegisterForm({ onFailed }: { onFailed: (text: string | null) => void }) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { entry } = useSiteSettings();
  const form = useRef<HTMLFormElement>(null);
  const needsCode = entry === 'code';
  const next = nextPath(useLocation().search);
  const code = codeIn(next);
  const knownRole = roleOf(next);
  const { field, submit, sending, values } = useFields(
    { ...EMPTY, code, role: knownRole },
    (typed) => checkRegistration(typed, needsCode),
    async ({ name, email, role, code, ...passwords }) => {
      onFailed(null);
      const body: RegisterBody = {
        ...passwords,
        name: name.trim(),
        email: levelled(email),
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
    <form ref={form} onSubmit={submit} onKeyDown={toNextEmpty} noValidate>
      <Stack>
        <RoleChoice {...role} />
        {teachersWait(entry) && teaches(values.role as OpenRole) && (
          <Text size="sm" role="status">
            {t`Your school lets teachers in one by one: you can log in at once, and begin a little later.`}
          </Text>
        )}
        <TextInput
          {...field('name')}
          label={t`Your name`}
          autoComplete="name"
          enterKeyHint="next"
          // What comes before it is known.
          autoFocus={knownRole !== ''}
        />
        <TextInput
          {...field('email')}
          type="email"
          label={t`Email`}
          autoComplete="username"
          inputMode="email"
          enterKeyHint="next"
        />
        <PasswordField
          {...field('password')}
          label={t`Password`}
          description={fieldText(i18n, 'short')}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordField
          {...field('password_confirmation')}
          label={t`Repeat the password`}
          autoComplete="new-password"
          enterKeyHint={needsCode ? 'next' : 'go'}
        />
        {needsCode && (
          <TextInput
            {...field('code')}
            label={t`Code of your school`}
            description={t`Your school gives it to you. Students may also take the code of their class.`}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            lang="en"
            maxLength={40}
            enterKeyHint="go"
          />
        )}
        <Text size="sm" c="dimmed">
          <Trans>
            What is kept about you, and who sees it, is on the page about{' '}
            <Anchor component={Link} to={paths.privacy()} inherit underline="always">
              privacy
            </Anchor>
            .
          </Trans>
        </Text>
        <Button type="submit" size="md" loading={sending} fullWidth>
          {t`Create my account`}
        </Button>
      </Stack>
    </form>
  );
}

export default function RegisterPage() {
  const { t } = useLingui();
  const [failure, setFailure] = useState<string | null>(null);
  const next = nextPath(useLocation().search);
  const { entry } = useSiteSettings();
  usePageTitle(t`Create an account`);
  const logIn = (variant: 'default' | 'filled') => (
    <ButtonLink to={paths.login(next ?? undefined)} variant={variant} fullWidth>
      <Trans>Log In</Trans>
    </ButtonLink>
  );
  if (entry === 'closed')
    return (
      <AuthCard
        title={t`Your school makes the accounts`}
        text={t`Nobody registers here. Ask your teacher for a login slip, or the administrator of your school for an account.`}
      >
        {logIn('filled')}
      </AuthCard>
    );
  return (
    <AuthCard title={t`Create an account`} text={t`It takes a minute. Your first cards are waiting.`}>
      <SchoolLoginButton />
      <RegisterForm onFailed={setFailure} />
      {/* Below the form, since that is where one is when the form is sent. */}
      <FormAlert text={failure} />
      <Divider label={t`Already have an account?`} />
      {logIn('default')}
    </AuthCard>
  );
}
