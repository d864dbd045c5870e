import { Trans } from '@lingui/react/macro';
import { Stack, Title } from '@mantine/core';
import { ChangePassword } from '../account/change-password.tsx';

export function AccountSection() {
  return (
    <Stack component="section" aria-labelledby="account-title">
      <Title id="account-title" order={2} size="h3">
        <Trans>Your account</Trans>
      </Title>
      <ChangePassword />
    </Stack>
  );
}
