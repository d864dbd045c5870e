import { useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OpenRole } from '../../../core/account/roles.ts';
import { errorText } from '../../lib/error-text.ts';
import { openRoleText } from '../../lib/pages/role-text.ts';
import { FormAlert } from '../form-alert.tsx';

/** One press makes the account. */
export function RoleQuestion({ onChosen }: { onChosen: (role: OpenRole) => Promise<void> }) {
  const { i18n, t } = useLingui();
  const [chosen, setChosen] = useState<OpenRole | null>(null);
  const [error, setError] = useState<unknown>(null);

  const choose = async (role: OpenRole) => {
    setError(null);
    setChosen(role);
    try {
      await onChosen(role);
    } catch (cause) {
      setError(cause);
    } finally {
      setChosen(null);
    }
  };
  return (
    <Stack>
      {(Object.keys(openRoleText) as OpenRole[]).map((role) => (
        <Button
          key={role}
          variant="default"
          size="md"
          fullWidth
          loading={chosen === role}
          disabled={chosen !== null}
          onClick={() => void choose(role)}
        >
          {i18n._(openRoleText[role])}
        </Button>
      ))}
      <Text size="sm" c="dimmed">
        {t`Parents choose teacher to follow a child.`}
      </Text>
      <FormAlert text={error === null ? null : errorText(i18n, error)} />
    </Stack>
  );
}
