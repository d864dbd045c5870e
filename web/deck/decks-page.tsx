import { useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorMessages } from '../lib/call/error-text.ts';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';
import { usePageTitle } from '../lib/pages/page-title.ts';
import { BackLink } from '../ui/control/back-link.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx';
import { useMaking } from './use-making.ts';

interface DecksPageProps {
  title: string;
  text: string;
  /** Also for a student who may make no decks any more. */
  isForAll?: boolean;
  children: ReactNode;
}

/** A page one step below the list of decks, of a teacher or of a student who makes decks. */
export function DecksPage({ title, text, isForAll = false, children }: DecksPageProps) {
  const { t, i18n } = useLingui();
  usePageTitle(title);
  const { decks } = useAuthorPaths();
  const { mayMake } = useMaking();
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <BackLink to={decks()}>{t`Back to the decks`}</BackLink>
          <Title order={1}>{title}</Title>
          <Text c="dimmed">{text}</Text>
        </div>
        <ErrorBoundary>
          {mayMake || isForAll ? children : <Empty text={i18n._(errorMessages.own_decks_off)} />}
        </ErrorBoundary>
      </Stack>
    </Container>
  );
}
