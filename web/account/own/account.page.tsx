import { useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { Loading } from '../../ui/feedback/loading.tsx';

// The administrator's page has them too, and nobody else is to load them.
const AccountSections = lazy(() => import('./account-sections.tsx'));

export default function AccountPage() {
  const { t } = useLingui();
  const { email } = useSession();
  usePageTitle(t`Your account`);
  return (
    <Container size="sm" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <Title order={1}>{t`Your account`}</Title>
          {email !== null && (
            <Text c="dimmed" className="breakable">
              {email}
            </Text>
          )}
        </div>
        <Suspense fallback={<Loading minHeight={320} />}>
          <AccountSections />
        </Suspense>
      </Stack>
    </Container>
  );
}
