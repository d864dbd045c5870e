import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/contract/row-id.ts';
import { WAYS } from '../../../core/deck/deck-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { useAtWork } from '../../lib/kept/at-work.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useAwake } from '../../lib/live/use-awake.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { COUNT_STAND_IN, isFirstView, TEXT_STAND_IN } from '../../lib/text/stand-in.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { SessionLoading } from '../card/card-skeleton.tsx';
import { StudyCardView } from '../card/study-card-view.tsx';
import { startSession } from '../session/session-loading.ts';
import { prepareLearningSession } from '../session/use-learning-session.ts';
import classes from './learning-session.module.css';
import { LearningSession, SessionCounters } from './learning-session.tsx';
import { progressOf, SessionBar, SessionFrame } from './session-bar.tsx';

/** Says that no deck was chosen, and leads to where one is. */
function NoDeck() {
  const { t } = useLingui();
  const notices = useNotices();
  usePageTitle(t`Learning`);
  const text = t`No deck selected`;
  useEffect(() => notices.error(text), [notices, text]);
  return <Navigate to={paths.student()} replace />;
}

const nothing = () => {};

/** The session as it opens, of texts that stand for those of its first card. */
function FirstCard() {
  const { title, front, back, partOfSpeech, level, example } = TEXT_STAND_IN;
  // Of its texts, those that are filled in.
  const card = Object.assign({} as StudyCard, {
    id: 1,
    deck_id: 1,
    front,
    back,
    part_of_speech: partOfSpeech,
    level,
    example_sentence: example,
    audio_file: '/',
    front_picture: null,
    back_picture: null,
    further_files: [],
    progresses: [],
    next_days: [1],
  } satisfies Partial<StudyCard>);
  const counts = { newCardsToday: COUNT_STAND_IN.new, reviewCardsToday: COUNT_STAND_IN.review };
  const session = startSession({ source: 1, day: '2026-01-01', cards: [card], counts, completed: false });
  session.round.length = COUNT_STAND_IN.round;
  return (
    <SessionFrame>
      <SessionBar title={title} {...progressOf(session)} />
      <div className={classes.facts}>
        <SessionCounters counters={session.counters} />
      </div>
      <StudyCardView
        deck={{ display_back_first: false }}
        session={session}
        controller={{ reveal: nothing, rate: nothing }}
      />
    </SessionFrame>
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
  const navigate = useNavigate();
  const { search } = useLocation();
  const asked = WAYS.find((way) => search === `?way=${way}`);
  const { userId } = useSession();
  if (!useAwake())
    return import.meta.env.SSR && isFirstView() ? <FirstCard /> : <SessionLoading title={undefined} />;
  if (source === null) return <NoDeck />;
  return (
    <LearningSession
      key={`${userId}:${source}`}
      source={source}
      asked={asked}
      onOtherWay={() => navigate({ search: '' }, { replace: true })}
    />
  );
}
