import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { useTeacherHome } from '../classroom/classroom.queries.ts';
import { NewClass } from '../classroom/new-class.tsx';
import { OwnClasses } from '../classroom/own-classes.tsx';
import { OfferedClasses } from '../colleague/offered-classes.tsx';
import { OfficialDeckList } from '../deck/official-deck-list.tsx';
import { PreviewDeckButton } from '../deck/preview-deck-button.tsx';
import { givenName } from '../lib/given-name.ts';
import { paths } from '../lib/pages/paths.ts';
import { useSession } from '../lib/stored-session.ts';
import { usePageTitle } from '../site/page-title.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { PlacedBelow } from '../ui/placed-below.tsx';
import { FirstSteps } from './first-steps.tsx';

export default function TeacherDashboardPage() {
  const { t } = useLingui();
  const name = givenName(useSession().name ?? '');
  const navigate = useNavigate();
  const { data, error } = useTeacherHome();
  usePageTitle(t`Teacher's desk`);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap={40}>
        <Stack component="section" gap="lg">
          <Group justify="space-between" gap="sm">
            <Title order={1} className="breakable">
              {name ? t`Welcome, ${name}!` : <Trans>Welcome!</Trans>}
            </Title>
            {data && data.classes.length > 0 && (
              <NewClass onCreated={({ id }) => navigate(paths.teacherClass(id))} />
            )}
          </Group>
          <ErrorBoundary>
            <OfferedClasses />
            <OwnClasses none={<FirstSteps />} />
          </ErrorBoundary>
        </Stack>
        <PlacedBelow isPlaced={Boolean(data ?? error)}>
          <Stack component="section" aria-labelledby="decks-title">
            <Title id="decks-title" order={2}>
              <Trans>Official decks</Trans>
            </Title>
            <Text c="dimmed">
              <Trans>These decks are open to all your students.</Trans>
            </Text>
            <OfficialDeckList action={(deck) => <PreviewDeckButton deck={deck} />} />
          </Stack>
        </PlacedBelow>
      </Stack>
    </Container>
  );
}
