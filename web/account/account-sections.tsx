import { Stack } from '@mantine/core';
import { KeysSection } from './keys-section.tsx';
import { NameSection } from './name-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PlaceSection } from './place-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

interface AccountSectionsProps {
  /** A button shows the form of another password. */
  foldsPassword?: boolean;
}

/** All that people see and set of their own account, one section after the other. */
export function AccountSections({ foldsPassword = false }: AccountSectionsProps) {
  return (
    <Stack gap="lg">
      <NameSection />
      <PlaceSection />
      <KeysSection />
      <PasswordSection isFolded={foldsPassword} />
      <SessionsSection />
    </Stack>
  );
}
