import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Title } from '@mantine/core';
import { ChangePassword } from '../account/change-password.tsx';
import { usePageTitle } from '../app/page-title.ts';
import { useSession } from '../lib/stored-session.ts';

export default function AdminDashboardPage() {
  const { t } = useLingui();
  const { name } = useSession();
  usePageTitle(t`Administration`);
  return (
    <Container size="lg" py={{ base: 'xl', sm: 56 }}>
      <Stack gap={48}>
        <Title order={1}>{name === null ? <Trans>Welcome!</Trans> : <Trans>Welcome, {name}!</Trans>}</Title>
        <Stack component="section" aria-labelledby="account-title">
          <Title id="account-title" order={2}>
            <Trans>Your account</Trans>
          </Title>
          <ChangePassword />
        </Stack>
      </Stack>
    </Container>
  );
}
