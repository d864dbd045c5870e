import { Trans } from '@lingui/react/macro';
import { Anchor, Container, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/pages/paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import classes from './footer.module.css';

export function Footer() {
  const { title, contact_email: email } = useSiteSettings();
  return (
    <footer className={classes.footer}>
      <Container size="lg" py="xl">
        <Group justify="space-between" gap="md">
          <Text size="sm" c="dimmed">
            <Trans>{title}: a little every day, remembered for long.</Trans>
          </Text>
          <Group gap="lg">
            <Anchor component={Link} to={paths.about()} size="sm">
              <Trans>About</Trans>
            </Anchor>
            <Anchor component={Link} to={paths.privacy()} size="sm">
              <Trans>Privacy</Trans>
            </Anchor>
            {email !== null && (
              <Anchor href={`mailto:${email}`} size="sm">
                {email}
              </Anchor>
            )}
          </Group>
        </Group>
      </Container>
    </footer>
  );
}
