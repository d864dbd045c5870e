import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';

/** Leads to where all cards of a deck are edited as a table. */
export function TableLink({ deckId }: { deckId: number }) {
  const { table } = useAuthorPaths();
  return (
    <Button
      component={Link}
      to={table(deckId)}
      variant="default"
      size="xs"
      leftSection={<IconTable size={16} aria-hidden />}
    >
      <Trans>Table</Trans>
    </Button>
  );
}
