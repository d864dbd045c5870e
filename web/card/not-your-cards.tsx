import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';
import { Empty } from '../ui/empty.tsx';

/** What stands in place of the tools for the cards of a deck that the user may not change, or that is no more. */
export function NotYourCards() {
  const { decks } = useAuthorPaths();
  return (
    <Empty
      text={<Trans>You cannot change the cards of this deck.</Trans>}
      action={
        <Button component={Link} to={decks()} variant="light">
          <Trans>Back to the decks</Trans>
        </Button>
      }
    />
  );
}
