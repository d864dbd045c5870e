import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { isLoggedIn, useSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { OfficialDeckList } from '../decks/official-deck-list.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import classes from './home.module.css';
import { HomeArticle } from './home-article.tsx';

function SignUpCall() {
  const isClosed = useSiteSettings().entry === 'closed';
  if (isLoggedIn(useSession())) return null;
  return (
    <Stack
      component="section"
      aria-labelledby="call-title"
      align="center"
      gap="md"
      p={{ base: 'xl', sm: 56 }}
      className={classes.call}
    >
      <Title id="call-title" order={2} size="h1" ta="center">
        <Trans>Your first card is one minute away</Trans>
      </Title>
      <Text ta="center" maw={520} className={classes.balanced}>
        {isClosed ? (
          <Trans>
            Your school makes the accounts: ask your teacher, or the administrator of your school.
          </Trans>
        ) : (
          <Trans>Create an account, choose a deck, and begin. Tomorrow you will still know it.</Trans>
        )}
      </Text>
      <ButtonLink to={isClosed ? paths.login() : paths.register()} size="lg" variant="white">
        {isClosed ? <Trans>Log in</Trans> : <Trans>Sign up now</Trans>}
      </ButtonLink>
    </Stack>
  );
}

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
                <ButtonLink
                  to={paths.trial(deck.id)}
                  variant="light"
                  fullWidth
                  aria-label={t`Try five cards: ${deck.title}`}
                >
                  <Trans>Try five cards</Trans>
                </ButtonLink>
              )}
              <ButtonLink
                to={token === null ? paths.login(paths.learn(deck.id)) : paths.learn(deck.id)}
                variant={isGuest ? 'subtle' : 'light'}
                fullWidth
                aria-label={t`Start learning: ${deck.title}`}
              >
                <Trans>Start learning</Trans>
              </ButtonLink>
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
