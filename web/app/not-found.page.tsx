import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../lib/pages/paths.ts';
import { usePageTitle } from '../site/page-title.ts';
import { Logo } from '../ui/logo.tsx';

export default function NotFoundPage() {
  const { t } = useLingui();
  usePageTitle(t`Page not found`);
  return (
    <Container size="sm" py={96}>
      <Stack align="center" gap="md">
        <Logo size={64} />
        <Title order={1} ta="center">
          <Trans>Page not found</Trans>
        </Title>
        <Text c="dimmed" ta="center">
          <Trans>There is nothing at this address. Perhaps it was mistyped, or the page has moved.</Trans>
        </Text>
        <Button component={Link} to={paths.home()} mt="md">
          <Trans>To the home page</Trans>
        </Button>
      </Stack>
    </Container>
  );
}
