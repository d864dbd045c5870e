import { useLingui } from '@lingui/react/macro';
import { Container, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconCards } from '@tabler/icons-react';
import { lazy } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { NewClass } from '../../classroom/change/new-class.tsx';
import { useTeacherHome } from '../../classroom/classroom.queries.ts';
import { OwnClasses } from '../../classroom/own-classes.tsx';
import { OfferedClasses } from '../../colleague/offered-classes.tsx';
import { PreviewDeckButton } from '../../flashcard/preview/preview-deck-button.tsx';
import { useSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { PlacedBelow } from '../../ui/control/placed-below.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { OfficialDeckList } from '../decks/official-deck-list.tsx';

function FirstSteps() {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <TitledSection
      order={2}
      isCard
      p={{ base: 'md', sm: 'xl' }}
      gap="lg"
      title={t`Your first class in three steps`}
    >
      <List type="ordered" spacing="lg" withPadding={false} styles={{ itemWrapper: { width: '100%' } }}>
        <List.Item>
          <Text fw={600}>{t`Make a class`}</Text>
          <Text c="dimmed" size="sm" mb="xs">
            {t`A name and a first deck are enough; an official deck will do.`}
          </Text>
          <NewClass onCreated={({ id }) => navigate(paths.teacherClass(id))} />
        </List.Item>
        <List.Item>
          <Text fw={600}>{t`Give your students the code of the class`}</Text>
          <Text c="dimmed" size="sm">
            {t`It stands at the top of the class. They ask to join with it, and you let them in.`}
          </Text>
        </List.Item>
        <List.Item>
          <Text fw={600}>{t`Add decks of your own`}</Text>
          <Text c="dimmed" size="sm" mb="xs">
            {t`Write the words of your lessons, and give them to the class.`}
          </Text>
          <ButtonLink to={paths.teacherCreate()} variant="subtle" icon={IconCards}>
            {t`Create a deck`}
          </ButtonLink>
        </List.Item>
      </List>
    </TitledSection>
  );
}

function TeacherDashboardPage() {
  const { t } = useLingui();
  const { name } = useSession();
  const navigate = useNavigate();
  const { data, error } = useTeacherHome();
  usePageTitle(t`Teacher's desk`);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap={40}>
        <Stack component="section" gap="lg">
          <Group justify="space-between" gap="sm">
            <Title order={1} className="breakable">
              {name ? t`Welcome, ${name}!` : t`Welcome!`}
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
          <TitledSection order={2} size="h2" title={t`Official decks`}>
            <Text c="dimmed">{t`These decks are open to all your students.`}</Text>
            <OfficialDeckList action={(deck) => <PreviewDeckButton deck={deck} />} />
          </TitledSection>
        </PlacedBelow>
      </Stack>
    </Container>
  );
}

const DeckManagement = lazy(() => import('../decks/deck-management.page.tsx'));

/** The welcome page or, with a deck in the query, the management of that deck. */
export default function TeacherPage() {
  const [query] = useSearchParams();
  const deckId = query.get('deckId');
  return deckId === null ? <TeacherDashboardPage /> : <DeckManagement key={deckId} asked={deckId} />;
}
