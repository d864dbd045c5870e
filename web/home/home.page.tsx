import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { OfficialDeckList } from '../deck/official-deck-list.tsx';
import { paths } from '../lib/pages/paths.ts';
import { isLoggedIn, useSession } from '../lib/stored-session.ts';
import { usePageTitle } from '../site/page-title.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { HomeArticle } from './home-article.tsx';
import { SignUpCall } from './sign-up-call.tsx';

function Decks() {
  const { t } = useLingui();
  const session = useSession();
  const { token } = session;
  const isGuest = !isLoggedIn(session);
  return (
    <Stack component="section" aria-labelledby="decks-title" gap="lg">
      <Stack gap={6}>
        <Title id="decks-title" order={2} size="h1">
          <Trans>Start with a ready-made deck</Trans>
        </Title>
        <Text c="dimmed">
          <Trans>Chosen with care, with examples and sound. Pick one and begin today.</Trans>
        </Text>
      </Stack>
      <ErrorBoundary>
        <OfficialDeckList
          action={(deck) => (
            <Stack gap={6}>
              {isGuest && deck.card_count > 0 && (
                <Button
                  component={Link}
                  to={paths.trial(deck.id)}
                  variant="light"
                  fullWidth
                  aria-label={t`Try five cards: ${deck.title}`}
                >
                  <Trans>Try five cards</Trans>
                </Button>
              )}
              <Button
                component={Link}
                to={token === null ? paths.login(paths.learn(deck.id)) : paths.learn(deck.id)}
                variant={isGuest ? 'subtle' : 'light'}
                fullWidth
                aria-label={t`Start learning: ${deck.title}`}
              >
                <Trans>Start learning</Trans>
              </Button>
            </Stack>
          )}
        />
      </ErrorBoundary>
    </Stack>
  );
}

export default function HomePage() {
  const { t } = useLingui();
  usePageTitle(t`Home`);
  return (
    <>
      <Hero />
      <Container size="lg" py={{ base: 40, sm: 48 }}>
        <Stack gap={72}>
          <Decks />
          <Features />
          <HomeArticle />
          <SignUpCall />
        </Stack>
      </Container>
    </>
  );
}
