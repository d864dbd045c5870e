import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Title, VisuallyHidden } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../lib/kept/stored-session.ts';
import { parseAdminView } from '../../lib/pages/admin-view.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { EntryQuestion } from '../../site/settings/entry-question.tsx';
import { AdminTabs } from './admin-tabs.tsx';

export default function AdminDashboardPage() {
  const { t } = useLingui();
  const { name } = useSession();
  const { entry_is_chosen: isChosen } = useSiteSettings();
  const [query] = useSearchParams();
  const isHome = !isChosen || parseAdminView(query.get('view')) === 'home';
  usePageTitle(t`Administration`);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        {isHome ? (
          <Title order={1}>{name === null ? <Trans>Welcome!</Trans> : t`Welcome, ${name}!`}</Title>
        ) : (
          // What is seen of it is the name of the section.
          <VisuallyHidden component="h1">
            <Trans>Administration</Trans>
          </VisuallyHidden>
        )}
        {isChosen ? <AdminTabs /> : <EntryQuestion />}
      </Stack>
    </Container>
  );
}
