import { Trans } from '@lingui/react/macro';
import { Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { isLoggedIn, useSession } from '../../lib/kept/stored-session.ts';
import { paths } from '../../lib/pages/paths.ts';
import { homeOf } from '../../lib/pages/role-pages.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { HeroCard } from './hero-card.tsx';
import classes from './home.module.css';

function HeroButtons() {
  const session = useSession();
  const isClosed = useSiteSettings().entry === 'closed';
  if (isLoggedIn(session))
    return (
      <ButtonLink to={homeOf(session.role)} size="lg" w={{ base: '100%', xs: 'auto' }}>
        <Trans>To my learning</Trans>
      </ButtonLink>
    );
  return (
    <>
      {!isClosed && (
        <ButtonLink to={paths.register()} size="lg" w={{ base: '100%', xs: 'auto' }}>
          <Trans>Get started</Trans>
        </ButtonLink>
      )}
      <ButtonLink
        to={paths.login()}
        size="lg"
        variant={isClosed ? 'filled' : 'default'}
        w={{ base: '100%', xs: 'auto' }}
      >
        <Trans>Log in</Trans>
      </ButtonLink>
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
