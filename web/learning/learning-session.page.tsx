import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { parseRowId } from '../../core/row-id.ts';
import { paths } from '../lib/pages/paths.ts';
import { useSession } from '../lib/stored-session.ts';
import { usePageTitle } from '../site/page-title.ts';
import { Empty } from '../ui/empty.tsx';
import { LearningSession } from './learning-session.tsx';

function NoDeck() {
  const { t } = useLingui();
  usePageTitle(t`Learning`);
  return (
    <Empty
      text={<Trans>No deck selected</Trans>}
      action={
        <Button component={Link} to={paths.student()}>
          <Trans>Back to my learning</Trans>
        </Button>
      }
    />
  );
}

export default function LearningSessionPage() {
  const deckId = parseRowId(useParams().deckId);
  const { userId } = useSession();
  if (deckId === null) return <NoDeck />;
  return <LearningSession key={`${userId}:${deckId}`} deckId={deckId} />;
}
