import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Group, Stack, Text, Title } from '@mantine/core';
import { IconCards, IconClipboardText, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ChangePassword } from '../account/change-password.tsx';
import { OfficialDeckList } from '../deck/official-deck-list.tsx';
import { paths } from '../lib/pages/paths.ts';
import { useSession } from '../lib/stored-session.ts';
import { usePageTitle } from '../site/page-title.ts';

export default function TeacherDashboardPage() {
  const { t } = useLingui();
  const { name } = useSession();
  usePageTitle(t`Teacher's desk`);
  return (
    <Container size="lg" py={{ base: 'xl', sm: 56 }}>
      <Stack gap={48}>
        <Stack gap="lg">
          <Stack gap="xs">
            <Title order={1}>
              {name === null ? <Trans>Welcome!</Trans> : <Trans>Welcome, {name}!</Trans>}
            </Title>
            <Text c="dimmed">
              <Trans>Write decks, open classes for them, and see how your students get on.</Trans>
            </Text>
          </Stack>
          <Group component="nav" aria-label={t`Your desk`}>
            <Button
              component={Link}
              to={paths.teacherClasses()}
              size="md"
              leftSection={<IconUsers size={20} aria-hidden />}
            >
              <Trans>Classes</Trans>
            </Button>
            <Button
              component={Link}
              to={paths.teacherExams()}
              size="md"
              variant="light"
              leftSection={<IconClipboardText size={20} aria-hidden />}
            >
              <Trans>Exams</Trans>
            </Button>
            <Button
              component={Link}
              to={paths.teacherDecks()}
              size="md"
              variant="light"
              leftSection={<IconCards size={20} aria-hidden />}
            >
              <Trans>Decks</Trans>
            </Button>
          </Group>
        </Stack>
        <Stack component="section" aria-labelledby="decks-title">
          <Title id="decks-title" order={2}>
            <Trans>Official decks</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>These decks are open to all your students.</Trans>
          </Text>
          <OfficialDeckList />
        </Stack>
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
