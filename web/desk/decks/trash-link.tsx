import { Trans } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';

/** Leads to the deleted cards of a deck. */
export function TrashLink({ deckId }: { deckId: number }) {
  const { deckTrash } = useAuthorPaths();
  return (
    <ButtonLink to={deckTrash(deckId)} variant="default" size="xs" icon={IconTrash}>
      <Trans>Trash</Trans>
    </ButtonLink>
  );
}
