import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudOff, IconDots, IconSettings } from '@tabler/icons-react';
import { lazy, memo, Suspense, useState } from 'react';
import { LightIconButton } from '../../flashcard/light-parts.tsx';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { LazyMenu } from '../../ui/control/lazy-menu.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import type { OpenedDialog } from '../card/card-dialogs.tsx';
import type { CardMenuProps } from '../card/card-menu.tsx';
import { CardSkeleton, SessionLoading } from '../card/card-skeleton.tsx';
import { StudyCardView } from '../card/study-card-view.tsx';
import { SavedAnswers } from '../queue/saved-answers.tsx';
import { type Counters, currentCard, type SessionSource } from '../session/session.state.ts';
import { canUndo } from '../session/session-undo.ts';
import { useLearningSession } from '../session/use-learning-session.ts';
import { ClassWayNote } from '../ways/lazy-ways.tsx';
import { Completion } from './completion.tsx';
import classes from './learning-session.module.css';
import { NothingToStudy } from './nothing-to-study.tsx';
import { progressOf, SessionBar } from './session-bar.tsx';
import { SessionFailed } from './session-failed.tsx';
import { SessionFrame } from './session-frame.tsx';
import { UndoButton } from './undo-button.tsx';

const SessionSettings = lazy(async () => {
  const { SessionSettings } = await import('./session-settings.tsx');
  return { default: SessionSettings };
});

const CardDialogs = lazy(() => import('../card/card-dialogs.tsx'));
const loadCardMenu = () => import('../card/card-menu.tsx');

/** The place of the menu of the card in hand. */
function CardMenuPlace(props: CardMenuProps) {
  const { t } = useLingui();
  const button = (
    <LightIconButton aria-label={t`More: this card`}>
      <IconDots size={20} aria-hidden />
    </LightIconButton>
  );
  return <LazyMenu button={button} load={loadCardMenu} given={props} of={props.card.id} />;
}

export function LearningSession({ source }: { source: SessionSource }) {
  const { t } = useLingui();
  const { view, controller } = useLearningSession(source);
  const [settingsOpen, settingsModal] = useDisclosure(false);
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const { status, deck, settings, session } = view;
  usePageTitle(deck?.title ?? (source === 'today' ? t`Today` : t`Learning`));

  if (status === 'failed')
    return <SessionFailed source={source} failure={view.failure} onRetry={controller.open} />;
  if (status === 'loading' || !session) return <SessionLoading title={deck?.title} />;
  const card = currentCard(session);
  const way = (card && session.ways?.[card.deck_id]) ?? (card?.deck ?? settings)?.way ?? 'turning';
  const given = (card?.deck ?? settings)?.class_way;
  const isUnderWay = session.phase === 'studying' || session.phase === 'needs-more';
  const screenOf = {
    studying: <StudyCardView deck={deck} way={way} session={session} controller={controller} />,
    'needs-more': <WaitingForCards stuck={view.stuck} onRetry={controller.retry} />,
    completed: (
      <Completion
        session={session}
        settings={settings}
        onRelearn={controller.relearn}
        onEnd={controller.end}
        onMore={controller.more}
      />
    ),
    empty: (
      <NothingToStudy source={source} settings={settings} onEnd={controller.end} onMore={controller.more} />
    ),
  };
  return (
    <SessionFrame>
      <SessionBar title={(card?.deck ?? deck)?.title ?? t`All decks of today`} {...progressOf(session)}>
        <UndoButton available={canUndo(session)} onUndo={controller.undo} />
        {card && !session.relearning && (
          <CardMenuPlace card={card} controller={controller} onOpen={(shows) => setOpened({ card, shows })} />
        )}
        {(settings || card?.deck) && <SettingsButton onClick={settingsModal.open} />}
      </SessionBar>
      <div className={classes.facts}>
        {isUnderWay && <SessionCounters counters={session.counters} />}
        <SavedAnswers />
      </div>
      {session.phase === 'studying' && given?.way === way && (
        <Suspense fallback={<div className={classes.classWay} />}>
          <ClassWayNote given={given} />
        </Suspense>
      )}
      {screenOf[session.phase]}
      <LazyDialog opened={opened !== null}>
        <CardDialogs opened={opened} onClose={() => setOpened(null)} />
      </LazyDialog>
      {(settings || card?.deck) && (
        <LazyDialog opened={settingsOpen}>
          <SessionSettings
            opened={settingsOpen}
            onClose={settingsModal.close}
            settings={settings}
            deck={card?.deck}
            onSave={controller.saveSettings}
          />
        </LazyDialog>
      )}
    </SessionFrame>
  );
}

const SettingsButton = memo(({ onClick }: { onClick: () => void }) => {
  const { t } = useLingui();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={t`Edit the deck's settings`}
      onClick={onClick}
    >
      <IconSettings size={20} aria-hidden />
    </ActionIcon>
  );
});

const Counter = memo(({ hue, children }: { hue: 'sky' | 'honey' | 'leaf'; children: string }) => (
  <span className={classes.counter} data-hue={hue}>
    {children}
  </span>
));

/** What is left today. */
const SessionCounters = memo(({ counters }: { counters: Counters }) => {
  const { t } = useLingui();
  return (
    <div className={classes.counters}>
      <Counter hue="sky">{t`New ${counters.new}`}</Counter>
      <Counter hue="honey">{t`Learning ${counters.learning}`}</Counter>
      <Counter hue="leaf">{t`Review ${counters.review}`}</Counter>
    </div>
  );
});

/** Between two loads of cards. Without the network it goes on by itself once that is back. */
function WaitingForCards({ stuck, onRetry }: { stuck: boolean; onRetry: () => void }) {
  const { t } = useLingui();
  if (!stuck) return <CardSkeleton label={t`Loading more cards…`} />;
  return (
    <Empty
      icon={<IconCloudOff size={28} aria-hidden />}
      text={
        <Trans>
          The next cards come as soon as the network is back. Your answers are kept on this device until then.
        </Trans>
      }
      action={
        <Button variant="light" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}
