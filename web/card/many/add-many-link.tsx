import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconTablePlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';

/** Leads to where a list of cards is pasted. */
export function AddManyLink({ deckId }: { deckId: number }) {
  const { many } = useAuthorPaths();
  return (
    <Button
      component={Link}
      to={many(deckId)}
      variant="light"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconTablePlus size={18} aria-hidden />}
    >
      <Trans>Add many cards</Trans>
    </Button>
  );
}
