import { useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { AccountSection } from './account-section.tsx';
import { useSetAccount } from './own-account.queries.ts';
import { WithOwnAccount } from './own-account.tsx';

/** Whether keys that are a letter, digit or mark alone do anything. */
export function KeysSection() {
  const { t } = useLingui();
  const set = useSetAccount();
  return (
    <AccountSection
      title={t`Keyboard`}
      text={t`Switch these keys off if you speak to your device, or press keys by accident. Space, Enter, Esc and keys with Ctrl always work.`}
    >
      <WithOwnAccount>
        {({ letter_keys }) => (
          <Switch
            label={t`Shortcuts of one letter, digit or mark, such as 1, Z and ?`}
            checked={letter_keys}
            onChange={({ currentTarget }) => void set({ letter_keys: currentTarget.checked })}
            styles={{ body: { minHeight: 44, alignItems: 'center' } }}
          />
        )}
      </WithOwnAccount>
    </AccountSection>
  );
}
