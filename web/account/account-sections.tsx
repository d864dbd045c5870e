import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Stack } from '@mantine/core';
import { AccountSection } from './account-section.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { EmailSection } from './email-section.tsx';
import { NameSection } from './name-section.tsx';
import { useSetAccount } from './own-account.queries.ts';
import { WithOwnAccount } from './own-account.tsx';
import { OwnDataSection } from './own-data-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PlaceSection } from './place-section.tsx';
import { SchoolLoginSection, useHasPassword } from './school-login/school-login-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

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
