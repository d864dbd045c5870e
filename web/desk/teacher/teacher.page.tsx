import { useLingui } from '@lingui/react/macro';
import { Anchor, Container, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconCards } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { NewClass } from '../../classroom/change/new-class.tsx';
import { useTeacherHome } from '../../classroom/classroom.queries.ts';
import { OwnClasses } from '../../classroom/own-classes.tsx';
import { OfferedClasses } from '../../colleague/offered-classes.tsx';
import { PreviewDeckButton } from '../../flashcard/preview/preview-deck-button.tsx';
import { useSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { SECTION_LOOK } from '../../lib/pages/section-look.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { lazyNamed } from '../../ui/control/lazy-named.ts';
import { PlacedBelow } from '../../ui/control/placed-below.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
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

const WAYS = { classes: paths.teacherClasses(), exams: paths.teacherExams(), decks: paths.teacherDecks() };

/** The ways into the work, above what is going on in the classes. */
function Ways() {
  const { i18n } = useLingui();
  return (
    <Group gap={6}>
      {Object.entries(WAYS).map(([name, to]) => {
        const { label } = SECTION_LOOK[name as keyof typeof WAYS];
        return (
          <ButtonLink key={name} to={to} variant="default" size="sm" px="sm">
            {i18n._(label)}
          </ButtonLink>
        );
      })}
    </Group>
  );
}

const OwnPasswordForm = lazyNamed(
  'OwnPasswordForm',
  () => import('../../account/own/change-password-form.tsx'),
);

/** A link that shows and hides the form; a hidden form keeps nothing of what was typed. */
function PasswordPlace() {
  const { t } = useLingui();
  const link = useRef<HTMLButtonElement>(null);
  const [isShown, setShown] = useState(false);
  const close = () => {
    setShown(false);
    link.current?.focus();
  };
  return (
    <Stack align="flex-start">
      <Anchor
        component="button"
        type="button"
        ref={link}
        className="lone-link"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t`Keep the password` : t`Change the password`}
      </Anchor>
      {isShown && (
        <ErrorBoundary>
          <Suspense fallback={<LoadingBlock height={320} radius="lg" />}>
            <OwnPasswordForm onDone={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Stack>
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
          <Ways />
          <ErrorBoundary>
            <OfferedClasses />
            <OwnClasses none={<FirstSteps />} />
          </ErrorBoundary>
        </Stack>
        <PlacedBelow gap={40} isPlaced={Boolean(data ?? error)}>
          <TitledSection order={2} size="h2" title={t`Official decks`}>
            <Text c="dimmed">{t`These decks are open to all your students.`}</Text>
            <OfficialDeckList action={(deck) => <PreviewDeckButton deck={deck} />} />
          </TitledSection>
          <PasswordPlace />
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
