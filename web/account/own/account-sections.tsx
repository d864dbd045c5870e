import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Badge, Box, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconMail } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { OwnAccount, OwnSession } from '../../../core/account/own-account.schema.ts';
import { LOCALES, type Locale } from '../../../core/text/locale.ts';
import { levelled } from '../../../core/text/normal-form.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { replaceLoginName } from '../../lib/kept/stored-session.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { dateAndTime, dayAgo } from '../../lib/text/date-text.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { checkName, checkNewEmail } from '../account-rules.ts';
import { FormAlert } from '../entry/auth-card.tsx';
import { PasswordField } from '../entry/new-password-fields.tsx';
import {
  SchoolLoginSection,
  useHasPassword,
  useOwnSchoolLogin,
} from '../school-login/school-login-section.tsx';
import { useFields } from '../use-fields.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import {
  useChangeAccount,
  useEndSessions,
  useOwnAccount,
  useOwnSessions,
  useSetAccount,
} from './own-account.queries.ts';
import { OwnDataSection } from './own-data-section.tsx';
import { LANGUAGE_NAME, useChooseLanguage } from './use-choose-language.ts';

const FIRST = 10;

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => Promise<void> }) {
  const { i18n, t } = useLingui();
  const [end, isEnding] = useAttempt(() => {}, onEnd);
  const device = [session.browser, session.system].filter(Boolean).join(' · ') || t`Unknown device`;
  const begun = dateAndTime(i18n.locale, new Date(session.begun_at));
  const seen = dayAgo(i18n.locale, new Date(session.seen_at), new Date());
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div>
        <Group gap="xs">
          <Text fw={600}>{device}</Text>
          {session.is_this && <Badge variant="light">{t`This device`}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t`Logged in at ${begun}; last used: ${seen}`}
        </Text>
      </div>
      {!session.is_this && (
        <Button
          variant="default"
          mih={44}
          loading={isEnding}
          aria-label={t`Log out there: ${device}, since ${begun}`}
          onClick={() => void end()}
        >
          {t`Log out there`}
        </Button>
      )}
    </Group>
  );
}

function SessionsSection() {
  const { t } = useLingui();
  const { data, error, mutate } = useOwnSessions();
  const end = useEndSessions();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const heading = useRef<HTMLHeadingElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [isEnding, setEnding] = useState(false);

  const ended = (work: Promise<void>) =>
    work
      .then(() => {
        notices.success(t`Logged out there.`);
        // The button that had the focus is gone.
        heading.current?.focus({ preventScroll: true });
      })
      .catch((reason) => failed(failureText.changePeopleFailed, reason));
  const endOthers = async () => {
    const sure = await confirm({
      title: t`Log out everywhere else?`,
      text: t`You stay logged in here. On every other device you log in again.`,
      confirmLabel: t`Log out everywhere else`,
    });
    if (!sure) return;
    setEnding(true);
    await ended(end.others());
    setEnding(false);
  };

  const shown = showsAll ? data : data?.slice(0, FIRST);
  const count = data?.length ?? 0;
  const isElsewhere = data?.some(({ is_this }) => !is_this);
  return (
    <TitledSection
      isCard
      order={2}
      heading={heading}
      title={t`Where you are logged in`}
      text={t`If you do not know one of these devices, log out there and change your password.`}
    >
      {shown ? (
        <>
          {!isElsewhere && <Text>{t`You are not logged in anywhere else.`}</Text>}
          <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
            {shown.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => ended(end.one(session.id))} />
            ))}
          </Stack>
          <Group>
            {shown.length < count && (
              <Button variant="subtle" mih={44} onClick={() => setShowsAll(true)}>
                {t`Show all ${count}`}
              </Button>
            )}
            {isElsewhere && (
              <Button variant="default" mih={44} loading={isEnding} onClick={() => void endOthers()}>
                {t`Log out everywhere else`}
              </Button>
            )}
          </Group>
        </>
      ) : (
        <Unread of={{ error, mutate }} loading={<Loading minHeight={120} />} />
      )}
    </TitledSection>
  );
}

/** The page's head has the address itself. */
function Unconfirmed() {
  const { t } = useLingui();
  return (
    <Text size="sm">
      {t`Your address is not confirmed yet: open the email that was sent to it. If you had an account with it before, that email says how you get into it.`}
    </Text>
  );
}

function EmailSection() {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { letters } = useSiteSettings();
  const { data: account } = useOwnAccount();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { field, submit, sending, failure } = useFields(
    { email: '', current_password: '' },
    checkNewEmail,
    async ({ email, current_password }) => {
      setSentTo(null);
      const { data } = await callApi('POST /api/me/email', {
        body: { email: levelled(email), current_password, language: i18n.locale as Locale },
      });
      if (data.letter) return setSentTo(levelled(email));
      replaceLoginName(data.user.email ?? '');
      notices.success(t`Your email address has been changed.`);
    },
  );
  return (
    <TitledSection
      isCard
      order={2}
      title={t`Email address`}
      text={
        letters
          ? t`Once your address is confirmed, you can choose a new password by yourself. The account is then your own: your teacher can no longer give it a new password.`
          : t`You log in with it. This site sends no emails.`
      }
    >
      {letters && account?.claims_email && <Unconfirmed />}
      <Box component="form" onSubmit={submit} noValidate w="100%" maw={420} aria-label={t`Email address`}>
        <Stack>
          <TextInput
            {...field('email')}
            type="email"
            label={t`New email address`}
            autoComplete="email"
            inputMode="email"
          />
          <PasswordField
            {...field('current_password')}
            label={t`Current password`}
            autoComplete="current-password"
          />
          <FormAlert text={failure} />
          {sentTo !== null && (
            <Alert role="status" variant="light" icon={<IconMail aria-hidden />} title={t`Check your email`}>
              {t`An email is on its way to ${sentTo}. The address is yours once you open its link.`}
            </Alert>
          )}
          <Group>
            <Button type="submit" variant="default" loading={sending}>
              {letters ? t`Send an email there` : t`Change the address`}
            </Button>
          </Group>
        </Stack>
      </Box>
    </TitledSection>
  );
}

function WithOwnAccount({ children }: { children: (account: OwnAccount) => ReactNode }) {
  const { data, error, mutate } = useOwnAccount();
  return data ? children(data) : <Unread of={{ error, mutate }} loading={<Loading minHeight={80} />} />;
}

function NameForm({ name }: { name: string }) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const change = useChangeAccount();
  const { field, submit, sending, failure } = useFields(
    { name },
    checkName,
    async (values) => {
      await change(values);
      notices.success(i18n._(noticeText.accountChanged));
    },
    failureText.changePeopleFailed,
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t`Your name`}>
      <Stack>
        <TextInput {...field('name')} label={t`Name`} autoComplete="name" maw={420} />
        <FormAlert text={failure} />
        <Group>
          <Button type="submit" variant="default" loading={sending}>
            {t`Save the name`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NameSection() {
  const { t } = useLingui();
  return (
    <TitledSection isCard order={2} title={t`Your name`}>
      <WithOwnAccount>
        {({ name, name_is_schools }) =>
          name_is_schools ? (
            <>
              <Text fw={600} className="breakable">
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                <Trans>Your school made this account. If the name is wrong, ask your teacher.</Trans>
              </Text>
            </>
          ) : (
            <NameForm key={name} name={name} />
          )
        }
      </WithOwnAccount>
    </TitledSection>
  );
}

/** A button that shows and hides the form; a hidden form keeps nothing of what was typed. */
function FoldedForm() {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <Stack align="flex-start">
      <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? t`Keep the password` : t`Change the password`}
      </Button>
      {shown && <ChangePasswordForm onDone={() => setShown(false)} />}
    </Stack>
  );
}

/** Another password keeps nobody out who comes by the school's login. */
function StillConnected() {
  const { t } = useLingui();
  const { school, data } = useOwnSchoolLogin();
  if (!data?.connected) return null;
  const { email } = data.connected;
  return (
    <Alert role="status" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      {email === null
        ? t`${school} opens this account as before. If that is not you, disconnect it below.`
        : t`${school} opens this account as before, for ${email}. If that is not you, disconnect it below.`}
    </Alert>
  );
}

function PasswordSection({ isFolded }: { isFolded: boolean }) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const [changes, setChanges] = useState(0);
  const hasPassword = useHasPassword();
  const { mutate: readSchoolLogin } = useOwnSchoolLogin();
  const startAfresh = () => {
    setChanges(changes + 1);
    void readSchoolLogin();
    // The form that had the focus is another one now.
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <TitledSection
      isCard
      order={2}
      heading={heading}
      title={t`Change the password`}
      text={
        hasPassword
          ? t`You stay logged in here; everywhere else you log in again.`
          : t`This account has no password: you log in with the school’s account. Your teacher or the administrator can give you one.`
      }
    >
      {changes > 0 && <StillConnected />}
      {hasPassword && (isFolded ? <FoldedForm /> : <ChangePasswordForm key={changes} onDone={startAfresh} />)}
    </TitledSection>
  );
}

// A list that can be searched is large, and no other page for everybody has one.
const ZoneSelect = lazy(() => import('./zone-select.tsx'));

function PlaceSection() {
  const { i18n, t } = useLingui();
  const chooseLanguage = useChooseLanguage();
  const set = useSetAccount();
  return (
    <TitledSection isCard order={2} title={t`Language and time zone`}>
      <NativeSelect
        label={t`Language`}
        maw={420}
        value={i18n.locale}
        data={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAME[locale] }))}
        onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value === 'vi' ? 'vi' : 'en')}
      />
      <WithOwnAccount>
        {({ time_zone, time_zone_chosen }) => (
          <ErrorBoundary>
            <Suspense fallback={<Loading minHeight={80} />}>
              <ZoneSelect
                zone={time_zone}
                isChosen={time_zone_chosen}
                onChoose={(change) => void set(change)}
              />
            </Suspense>
          </ErrorBoundary>
        )}
      </WithOwnAccount>
    </TitledSection>
  );
}

function KeysSection() {
  const { t } = useLingui();
  const set = useSetAccount();
  return (
    <TitledSection
      isCard
      order={2}
      title={t`Keyboard`}
      text={t`Switch these keys off if you speak to your device, or press keys by accident. Space, Enter, Esc and keys with Ctrl always work.`}
    >
      <WithOwnAccount>
        {({ letter_keys }) => (
          <NativeSelect
            label={t`Shortcuts of one letter, digit or mark, such as 1, Z and ?`}
            maw={420}
            value={letter_keys ? 'on' : 'off'}
            data={[
              { value: 'on', label: t({ context: 'keys', message: 'On' }) },
              { value: 'off', label: t({ context: 'keys', message: 'Off' }) },
            ]}
            onChange={({ currentTarget }) => void set({ letter_keys: currentTarget.value === 'on' })}
          />
        )}
      </WithOwnAccount>
    </TitledSection>
  );
}

export default function AccountSections({ foldsPassword = false }: { foldsPassword?: boolean }) {
  const hasPassword = useHasPassword();
  return (
    <Stack gap="lg">
      <NameSection />
      {hasPassword && <EmailSection />}
      <PlaceSection />
      <KeysSection />
      <PasswordSection isFolded={foldsPassword} />
      <SchoolLoginSection />
      <SessionsSection />
      <OwnDataSection />
      <DeleteAccountSection />
    </Stack>
  );
}
