import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Title } from '@mantine/core';
import { useSession } from '../lib/stored-session.ts';
import { usePageTitle } from '../site/page-title.ts';
import { useSiteSettings } from '../site/site-settings.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { EntryQuestion } from './entry-question.tsx';

export default function AdminDashboardPage() {
  const { t } = useLingui();
  const { name } = useSession();
  const { entry_is_chosen: isChosen } = useSiteSettings();
  usePageTitle(t`Administration`);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <Title order={1}>{name === null ? <Trans>Welcome!</Trans> : t`Welcome, ${name}!`}</Title>
        {isChosen ? <AdminTabs /> : <EntryQuestion />}
      </Stack>
    </Container>
  );
}
