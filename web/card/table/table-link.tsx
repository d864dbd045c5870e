import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/pages/paths.ts';

/** Leads to where all cards of a deck are edited as a table. */
export function TableLink({ deckId }: { deckId: number }) {
  return (
    <Button
      component={Link}
      to={paths.deckTable(deckId)}
      variant="default"
      size="xs"
      leftSection={<IconTable size={16} aria-hidden />}
    >
      <Trans>Table</Trans>
    </Button>
  );
}
