import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../lib/pages/paths.ts';
import { isLoggedIn, useSession } from '../lib/stored-session.ts';
import { useSiteSettings } from '../site/site-settings.tsx';
import classes from './home.module.css';

export function SignUpCall() {
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
      <Button component={Link} to={isClosed ? paths.login() : paths.register()} size="lg" variant="white">
        {isClosed ? <Trans>Log in</Trans> : <Trans>Sign up now</Trans>}
      </Button>
    </Stack>
  );
}
