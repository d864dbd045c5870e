import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/contract/row-id.ts';
import { useAtWork } from '../../lib/kept/at-work.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useAwake } from '../../lib/live/use-awake.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { SessionLoading } from '../card/card-skeleton.tsx';
import { prepareLearningSession } from '../session/use-learning-session.ts';
import { LearningSession } from './learning-session.tsx';

/** Says that no deck was chosen, and leads to where one is. */
function NoDeck() {
  const { t } = useLingui();
  const notices = useNotices();
  usePageTitle(t`Learning`);
  const text = t`No deck selected`;
  useEffect(() => notices.error(text), [notices, text]);
  return <Navigate to={paths.student()} replace />;
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
