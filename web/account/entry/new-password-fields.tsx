import { useLingui } from '@lingui/react/macro';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import type { Problems, Values } from '../account-rules.ts';
import { fieldText } from '../use-fields.ts';

/** Mantine's own leaves the eye out of the keyboard's way and says of no mistake which field it is in. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useLingui();
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': t`Show what you type`,
        'aria-pressed': visible,
        tabIndex: 0,
      }}
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
}

type Name = 'new_password' | 'new_password_confirmation';

interface Fields {
  field(name: Name): {
    name: string;
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    error: string | undefined;
  };
  values: Values<Name>;
  problems: Problems<Name>;
}

/** True while the second password is another one. An empty one is not a mistake yet: the first is typed before it. */
export const differ = ({ values, problems }: Pick<Fields, 'values' | 'problems'>): boolean =>
  values.new_password_confirmation !== '' && problems.new_password_confirmation === 'mismatch';

export function NewPasswordFields({ field, values, problems }: Fields) {
  const { i18n, t } = useLingui();
  const confirmation = field('new_password_confirmation');
  return (
    <>
      <PasswordField
        {...field('new_password')}
        label={t`New password`}
        description={fieldText(i18n, 'short')}
        autoComplete="new-password"
      />
      <PasswordField
        {...confirmation}
        error={differ({ values, problems }) ? fieldText(i18n, 'mismatch') : confirmation.error}
        label={t`Repeat the new password`}
        autoComplete="new-password"
      />
    </>
  );
}
