import { Plural, useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { Trial } from '../../../core/learning/answering/trial.schema.ts';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { makeUuid } from '../../lib/call/uuid.ts';
import { useAtWork } from '../../lib/kept/at-work.ts';
import { createListeners } from '../../lib/live/listeners.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { useController } from '../../lib/live/use-controller.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { SessionLoading } from '../card/card-skeleton.tsx';
import { StudyCardView } from '../card/study-card-view.tsx';
import { SummaryGrapes } from '../deck-grapes.tsx';
import completionStyles from '../screen/completion.module.css';
import classes from '../screen/learning-session.module.css';
import { progressOf, SessionBar, SessionFrame } from '../screen/session-bar.tsx';
import { sessionReducer } from '../session/session.reducer.ts';
import type { SessionEvent, Turned } from '../session/session.state.ts';
import { resumeSession, startSession } from '../session/session-loading.ts';
import { NO_SUMMARY } from '../session/session-summary.ts';
import { type KeptTrial, type TrialStore, trialKey, trialStore, VERSION } from '../trial-store.ts';

interface TrialParts {
  deckId: number;
  load: () => Promise<Trial>;
  store: TrialStore;
  now: () => number;
}

interface TrialView {
  status: 'loading' | 'ready' | 'failed';
  error: unknown;
  trial: KeptTrial | null;
  /** False when this browser keeps nothing: then nothing can come of the answers. */
  isKept: boolean;
}

/** A guest's session over the first cards of a deck. Nothing is sent: all is kept in this browser. */
export function createTrialController({ deckId, load, store, now }: TrialParts) {
  const listeners = createListeners();
  let view: TrialView = { status: 'loading', error: null, trial: null, isKept: true };
  let closed = false;

  function show(next: Partial<TrialView>): void {
    view = { ...view, ...next };
    listeners.notify();
  }

  const keep = (trial: KeptTrial) =>
    show({ status: 'ready', error: null, trial, isKept: store.write(trial) });

  const begun = ({ deck, cards }: Trial): KeptTrial => ({
    version: VERSION,
    writtenAt: now(),
    step: 0,
    deck,
    state: startSession({
      source: deck.id,
      // Of a guest no study day is known; the server gives each answer its own.
      day: '',
      cards,
      counts: { newCardsToday: cards.length, reviewCardsToday: 0 },
      completed: false,
      answerSeed: makeUuid(),
    }),
    answers: [],
  });

  const resumed = (kept: KeptTrial) =>
    show({
      status: 'ready',
      error: null,
      trial: { ...kept, state: resumeSession(kept.state, now()) },
      isKept: true,
    });

  async function open(): Promise<void> {
    closed = false;
    const kept = store.read(deckId);
    if (kept) return resumed(kept);
    show({ status: 'loading', error: null, trial: null });
    try {
      const trial = await load();
      if (closed) return;
      // Another tab may have begun it meanwhile.
      const other = store.read(deckId);
      if (other) resumed(other);
      else keep(begun(trial));
    } catch (error) {
      if (!closed) show({ status: 'failed', error });
    }
  }

  /**
   * True when another tab went on with this trial, which then shows here: no card is answered in two places. What was
   * claimed there by a registration, or is too old, begins again.
   */
  function follow(): boolean {
    if (!view.trial || !view.isKept) return false;
    const kept = store.read(deckId);
    const isOurs = kept?.state.answerSeed === view.trial.state.answerSeed;
    if (kept && isOurs && kept.step <= view.trial.step) return false;
    if (kept) resumed(kept);
    else void open();
    return true;
  }

  function apply(event: SessionEvent): void {
    if (!view.trial || follow()) return;
    const { state, send } = sessionReducer(view.trial.state, event);
    if (state === view.trial.state) return;
    const { trial } = view;
    keep({
      ...trial,
      writtenAt: now(),
      step: trial.step + 1,
      state: { ...state, past: [] },
      answers: [...trial.answers, ...send],
    });
  }

  return {
    open,
    follow,
    view: (): TrialView => view,
    subscribe: listeners.add,
    reveal: (turned?: Turned) => apply({ type: 'revealed', now: now(), ...(turned && { turned }) }),
    rate: (rating: Rating) => apply({ type: 'rated', rating, now: now(), answerId: makeUuid() }),
    close(): void {
      closed = true;
    },
  };
}

/** The end of a trial: what was done, and how it is kept. */
function TrialEnd({ trial, isKept }: { trial: KeptTrial; isKept: boolean }) {
  const { t } = useLingui();
  const { cards, right } = trial.state.summary ?? NO_SUMMARY;
  const isClosed = useSiteSettings().entry === 'closed';
  // By this address the login knows whose trial is meant.
  const next = paths.trial(trial.deck.id);
  return (
    <>
      <Stack gap="lg" py="md" className={completionStyles.middle}>
        <Stack align="center" gap="xs" role="status">
          <SummaryGrapes summary={trial.state.summary} />
          <Title order={2} size="h3" ta="center">
            <Plural value={cards} one="Well done, you learnt # card" other="Well done, you learnt # cards" />
          </Title>
          <Text c="dimmed" ta="center" className="tabular">
            {t`${right} of ${cards} right at the first try`}
          </Text>
        </Stack>
        <Text ta="center">
          {isClosed && isKept
            ? t`Log in with the account from your school, and these count as your first answers. Ask your teacher, or the administrator of your school, if you have none.`
            : isKept
              ? t`With an account these count as your first answers, and the cards come back when it is time.`
              : t`This browser saves nothing, so these answers cannot be kept. With an account none is lost.`}
        </Text>
      </Stack>
      <Stack gap="xs" className={completionStyles.actions} data-kept-clear>
        {!isClosed && (
          <ButtonLink to={paths.register(next)} size="md" fullWidth>
            {isKept ? t`Register to keep it` : t`Create an account`}
          </ButtonLink>
        )}
        <ButtonLink to={paths.login(next)} size="md" variant={isClosed ? 'filled' : 'default'} fullWidth>
          {t`I have an account`}
        </ButtonLink>
        <ButtonLink to={paths.home()} variant="subtle" fullWidth>
          {t`Try another deck`}
        </ButtonLink>
      </Stack>
    </>
  );
}

const useTrial = (deckId: number) =>
  useController({
    create: () =>
      createTrialController({
        deckId,
        load: async () =>
          (await callApi('GET /api/official-decks/:deckId/trial', { params: { deckId } })).data,
        store: trialStore(),
        now: Date.now,
      }),
    onNews: () => {},
    follow: (controller) =>
      followPage({
        onOnline: () => {
          if (controller.view().status === 'failed') void controller.open();
        },
        onStored: (key) => {
          if (key === trialKey(deckId)) controller.follow();
        },
      }),
  });

function ToDecks() {
  const { t } = useLingui();
  return (
    <ButtonLink to={paths.home()} variant="light">
      {t`See the decks`}
    </ButtonLink>
  );
}

function DeckTrial({ deckId }: { deckId: number }) {
  const { t } = useLingui();
  const { view, controller } = useTrial(deckId);
  const { status, error, trial, isKept } = view;
  usePageTitle(trial?.deck.title ?? t`Learning`);

  if (status === 'failed')
    return (
      <Container size="sm" py="xl">
        <Stack gap="lg" align="flex-start">
          <LoadError error={error} title={t`The cards could not be loaded`} onRetry={controller.open} />
          <ToDecks />
        </Stack>
      </Container>
    );
  if (!trial) return <SessionLoading title={undefined} exit={paths.home()} />;
  const { state, deck } = trial;
  return (
    <SessionFrame>
      <SessionBar title={deck.title} {...progressOf(state)} exit={paths.home()} />
      <div className={classes.facts} />
      {state.phase === 'studying' && <StudyCardView deck={deck} session={state} controller={controller} />}
      {state.phase === 'completed' && <TrialEnd trial={trial} isKept={isKept} />}
      {state.phase === 'empty' && <Empty text={t`This deck has no cards yet.`} action={<ToDecks />} />}
    </SessionFrame>
  );
}

export default function TrialPage() {
  useAtWork();
  const { t } = useLingui();
  const deckId = parseRowId(useParams().deckId);
  usePageTitle(t`Learning`);
  if (deckId === null) return <Empty text={t`No deck selected`} action={<ToDecks />} />;
  return <DeckTrial key={deckId} deckId={deckId} />;
}
