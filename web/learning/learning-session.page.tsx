import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { parseRowId } from '../../core/row-id.ts';
import { useAtWork } from '../lib/at-work.ts';
import { paths } from '../lib/pages/paths.ts';
import { useSession } from '../lib/stored-session.ts';
import { useAwake } from '../lib/use-awake.ts';
import { usePageTitle } from '../site/page-title.ts';
import { Empty } from '../ui/empty.tsx';
import { SessionLoading } from './card-skeleton.tsx';
import { LearningSession } from './learning-session.tsx';
import { prepareLearningSession } from './use-learning-session.ts';

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

const sourceOf = (deckId: string | undefined) => (deckId === 'today' ? deckId : parseRowId(deckId));

/** Opens the session while the rest of the client comes: the first picture then has its card. */
export async function prepare({ deckId }: { deckId?: string }): Promise<void> {
  const source = sourceOf(deckId);
  if (source !== null) await prepareLearningSession(source);
}

export default function LearningSessionPage() {
  useAtWork();
  const source = sourceOf(useParams().deckId);
  const { userId } = useSession();
  if (!useAwake()) return <SessionLoading title={undefined} />;
  if (source === null) return <NoDeck />;
  return <LearningSession key={`${userId}:${source}`} source={source} />;
}
