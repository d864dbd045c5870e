import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
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
import { answerQueue } from './start-answer-queue.ts';

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
  useAtWork();
  // A session waits for what earlier visits have left: that is looked up while it is drawn.
  useEffect(() => void answerQueue().recount().catch(console.error), []);
  const { deckId } = useParams();
  const source = deckId === 'today' ? deckId : parseRowId(deckId);
  const { userId } = useSession();
  if (!useAwake()) return <SessionLoading title={undefined} />;
  if (source === null) return <NoDeck />;
  return <LearningSession key={`${userId}:${source}`} source={source} />;
}
