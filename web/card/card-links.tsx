import { useLingui } from '@lingui/react/macro';
import { IconTable, IconTablePlus } from '@tabler/icons-react';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';
import { ButtonLink } from '../ui/control/button-link.tsx';

export function TableLink({ deckId }: { deckId: number }) {
  const { t } = useLingui();
  const { table } = useAuthorPaths();
  return (
    <ButtonLink to={table(deckId)} variant="default" size="xs" icon={IconTable}>
      {t`Table`}
    </ButtonLink>
  );
}

export function AddManyLink({ deckId }: { deckId: number }) {
  const { t } = useLingui();
  const { many } = useAuthorPaths();
  return (
    <ButtonLink to={many(deckId)} variant="light" style={{ alignSelf: 'flex-start' }} icon={IconTablePlus}>
      {t`Add many cards`}
    </ButtonLink>
  );
}
