import { useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { usePageTitle } from '../lib/pages/page-title.ts';
import { paths } from '../lib/pages/paths.ts';
import { ButtonLink } from '../ui/control/button-link.tsx';
import { LazyFigure } from '../ui/feedback/empty.tsx';

export default function NotFoundPage() {
  const { t } = useLingui();
  usePageTitle(t`Page not found`);
  return (
    <Container size="sm" py={96}>
      <Stack align="center" gap="md">
        <LazyFigure mood="lost" size={112} />
        <Title order={1} ta="center">
          {t`Page not found`}
        </Title>
        <Text c="dimmed" ta="center">
          {t`There is nothing at this address. Perhaps it was mistyped, or the page has moved.`}
        </Text>
        <ButtonLink to={paths.home()} mt="md">
          {t`To the home page`}
        </ButtonLink>
      </Stack>
    </Container>
  );
}
