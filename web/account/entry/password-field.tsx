import { useLingui } from '@lingui/react/macro';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

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
