import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';

/** Leads to the deleted cards of a deck. */
export function TrashLink({ deckId }: { deckId: number }) {
  const { deckTrash } = useAuthorPaths();
  return (
    <Button
      component={Link}
      to={deckTrash(deckId)}
      variant="default"
      size="xs"
      leftSection={<IconTrash size={16} aria-hidden />}
    >
      <Trans>Trash</Trans>
    </Button>
  );
}
