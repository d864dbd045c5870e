import { Trans } from '@lingui/react/macro';
import { Button, Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../lib/pages/paths.ts';
import { homeOf } from '../lib/pages/role-pages.ts';
import { isLoggedIn, useSession } from '../lib/stored-session.ts';
import { useSiteSettings } from '../site/site-settings.tsx';
import { HeroCard } from './hero-card.tsx';
import classes from './home.module.css';

function HeroButtons() {
  const session = useSession();
  const isClosed = useSiteSettings().entry === 'closed';
  if (isLoggedIn(session))
    return (
      <Button component={Link} to={homeOf(session.role)} size="lg" w={{ base: '100%', xs: 'auto' }}>
        <Trans>To my learning</Trans>
      </Button>
    );
  return (
    <>
      {!isClosed && (
        <Button component={Link} to={paths.register()} size="lg" w={{ base: '100%', xs: 'auto' }}>
          <Trans>Get started</Trans>
        </Button>
      )}
      <Button
        component={Link}
        to={paths.login()}
        size="lg"
        variant={isClosed ? 'filled' : 'default'}
        w={{ base: '100%', xs: 'auto' }}
      >
        <Trans>Log in</Trans>
      </Button>
    </>
  );
}

export function Hero() {
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <Container size="lg" py={{ base: 40, sm: 64 }}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: 48, md: 64 }} className={classes.heroGrid}>
          <Stack gap="lg">
            <Title id="hero-title" order={1} className={classes.heroTitle}>
              <Trans>Learn a little each day. Remember it for good.</Trans>
            </Title>
            <Text size="lg" c="dimmed" maw={520}>
              <Trans>
                Every card comes back to you just before you would forget it. A few quiet minutes a day are
                enough.
              </Trans>
            </Text>
            <Group gap="sm">
              <HeroButtons />
            </Group>
          </Stack>
          <HeroCard />
        </SimpleGrid>
      </Container>
    </section>
  );
}
