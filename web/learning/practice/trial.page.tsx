import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/contract/row-id.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useAtWork } from '../../lib/kept/at-work.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { useController } from '../../lib/live/use-controller.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { SessionLoading } from '../card/card-skeleton.tsx';
import { StudyCardView } from '../card/study-card-view.tsx';
import classes from '../screen/learning-session.module.css';
import { progressOf, SessionBar } from '../screen/session-bar.tsx';
import { SessionFrame } from '../screen/session-frame.tsx';
import { trialKey, trialStore } from '../trial-store.ts';
import { createTrialController } from './trial-controller.ts';
import { TrialEnd } from './trial-end.tsx';

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
  return (
    <ButtonLink to={paths.home()} variant="light">
      <Trans>See the decks</Trans>
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
      {state.phase === 'empty' && (
        <Empty text={<Trans>This deck has no cards yet.</Trans>} action={<ToDecks />} />
      )}
    </SessionFrame>
  );
}

/** The first cards of an official deck, for guests. */
export default function TrialPage() {
  useAtWork();
  const { t } = useLingui();
  const deckId = parseRowId(useParams().deckId);
  usePageTitle(t`Learning`);
  if (deckId === null) return <Empty text={<Trans>No deck selected</Trans>} action={<ToDecks />} />;
  return <DeckTrial key={deckId} deckId={deckId} />;
}
