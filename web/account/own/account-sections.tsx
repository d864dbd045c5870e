import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, NativeSelect, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { LOCALES } from '../../../core/text/locale.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import {
  SchoolLoginSection,
  useHasPassword,
  useOwnSchoolLogin,
} from '../school-login/school-login-section.tsx';
import { AccountSection } from './account-section.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { EmailSection } from './email-section.tsx';
import { NameSection } from './name-section.tsx';
import { useSetAccount } from './own-account.queries.ts';
import { WithOwnAccount } from './own-account.tsx';
import { OwnDataSection } from './own-data-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { LANGUAGE_NAME, useChooseLanguage } from './use-choose-language.ts';

/** A button that shows and hides the form; a hidden form keeps nothing of what was typed. */
function FoldedForm() {
  const [shown, setShown] = useState(false);
  return (
    <Stack align="flex-start">
      <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? <Trans>Keep the password</Trans> : <Trans>Change the password</Trans>}
      </Button>
      {shown && <ChangePasswordForm onDone={() => setShown(false)} />}
    </Stack>
  );
}

/** Another password keeps nobody out who comes by the school's login. */
function StillConnected() {
  const { school, data } = useOwnSchoolLogin();
  if (!data?.connected) return null;
  const { email } = data.connected;
  return (
    <Alert role="status" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      {email === null ? (
        <Trans>{school} opens this account as before. If that is not you, disconnect it below.</Trans>
      ) : (
        <Trans>
          {school} opens this account as before, for {email}. If that is not you, disconnect it below.
        </Trans>
      )}
    </Alert>
  );
}

/** The way to another password. */
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
    <AccountSection
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
    </AccountSection>
  );
}

// A list that can be searched is large, and no other page for everybody has one.
const ZoneSelect = lazy(() => import('./zone-select.tsx'));

/** Language and time zone. */
function PlaceSection() {
  const { i18n, t } = useLingui();
  const chooseLanguage = useChooseLanguage();
  const set = useSetAccount();
  return (
    <AccountSection title={t`Language and time zone`}>
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
    </AccountSection>
  );
}

/** Whether keys that are a letter, digit or mark alone do anything. */
function KeysSection() {
  const { t } = useLingui();
  const set = useSetAccount();
  return (
    <AccountSection
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
    </AccountSection>
  );
}

interface AccountSectionsProps {
  /** A button shows the form of another password. */
  foldsPassword?: boolean;
}

/** All that people see and set of their own account, one section after the other. */
export default function AccountSections({ foldsPassword = false }: AccountSectionsProps) {
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
