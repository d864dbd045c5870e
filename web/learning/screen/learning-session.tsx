import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudOff, IconDots, IconSettings } from '@tabler/icons-react';
import { lazy, memo, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { DeckSettings, Way } from '../../../core/deck/deck.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { LightIconButton } from '../../flashcard/light-parts.tsx';
import { useOffline } from '../../lib/call/network.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { LazyMenu } from '../../ui/control/lazy-menu.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import type { OpenedDialog } from '../card/card-dialogs.tsx';
import type { CardMenuProps } from '../card/card-menu.tsx';
import { CardSkeleton, SessionLoading } from '../card/card-skeleton.tsx';
import { StudyCardView } from '../card/study-card-view.tsx';
import { SavedAnswers } from '../queue/saved-answers.tsx';
import type { LearningFailure } from '../session/learning-failure.ts';
import { canUndo } from '../session/session.reducer.ts';
import {
  type Counters,
  currentCard,
  type SessionSource,
  type SessionState,
} from '../session/session.state.ts';
import { type ShownSession, useLearningSession } from '../session/use-learning-session.ts';
import { ClassWayNote } from '../ways/lazy-ways.tsx';
import classes from './learning-session.module.css';
import { progressOf, SessionBar, SessionFrame } from './session-bar.tsx';
import { UndoButton } from './undo-button.tsx';

interface SessionFailedProps {
  source: SessionSource;
  failure: LearningFailure | null;
  onRetry: () => void;
}

/** The notice says why; here are the ways on. */
function SessionFailed({ source, failure, onRetry }: SessionFailedProps) {
  const { t } = useLingui();
  const missing = useOffline() && failure === 'other';
  return (
    <>
      <VisuallyHidden component="h1">{t`Learning`}</VisuallyHidden>
      <Empty
        icon={missing && <IconCloudOff size={28} aria-hidden />}
        mood="lost"
        text={<Reason source={source} missing={missing} />}
        action={
          <Group justify="center">
            {failure === 'other' && <Button onClick={onRetry}>{t`Try again`}</Button>}
            <ButtonLink to={paths.student()} variant={failure === 'other' ? 'default' : 'filled'}>
              {t`Back to my learning`}
            </ButtonLink>
          </Group>
        }
      />
    </>
  );
}

function Reason({ source, missing }: { source: SessionSource; missing: boolean }) {
  const { t } = useLingui();
  if (missing && source === 'today')
    return t`Today's cards are not on this device yet. They will be saved here the next time you open this page with a network.`;
  if (missing)
    return t`This deck is not on this device yet. The decks you studied most recently can be opened without a network.`;
  if (source === 'today') return t`Today's cards could not be opened.`;
  return t`This deck could not be opened.`;
}

// Safari has no such callback.
const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => browserClock.after(0, run));
const loadEnd = () => import('./completion.tsx');
const Completion = lazy(async () => ({ default: (await loadEnd()).Completion }));
const NothingToStudy = lazy(async () => ({ default: (await loadEnd()).NothingToStudy }));

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

interface InHand {
  session: SessionState;
  settings: DeckSettings | null;
  card: StudyCard | undefined;
  /** The way that the address asks for. */
  asked: Way | undefined;
}

/** How the card in hand is practised: as the class requires, as the address asks, or as the deck is. */
function wayOf({ session, settings, card, asked }: InHand): Way {
  const { class_way: given, way = 'turning' } = card?.deck ?? settings ?? {};
  if (given?.is_required) return given.way;
  return asked ?? (card && session.ways?.[card.deck_id]) ?? way;
}

/** The card in hand: it alone is drawn between a tap and the next card. */
const CardInHand = memo(({ controller, asked }: { controller: ShownSession; asked: Way | undefined }) => {
  const { subscribe, view } = controller.inHand;
  const { deck, settings, session } = useSyncExternalStore(subscribe, view);
  if (!session) return null;
  const way = wayOf({ session, settings, card: currentCard(session), asked });
  return <StudyCardView deck={deck} way={way} session={session} controller={controller} />;
});

interface LearningSessionProps {
  source: SessionSource;
  /** The way that the address asks for; it is of this visit alone. */
  asked: Way | undefined;
  /** The student has chosen another way than that. */
  onOtherWay: () => void;
}

export function LearningSession({ source, asked, onOtherWay }: LearningSessionProps) {
  const { t } = useLingui();
  const { view, controller } = useLearningSession(source);
  const [settingsOpen, settingsModal] = useDisclosure(false);
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const { status, deck, settings, session } = view;
  usePageTitle(deck?.title ?? (source === 'today' ? t`Today` : t`Learning`));
  // Not with the page, which a phone waits for. Before the first answer: from then on there may be no network.
  const isOpen = session !== null;
  useEffect(() => {
    if (isOpen) whenIdle(() => loadEnd().catch(() => {}));
  }, [isOpen]);

  if (status === 'failed')
    return <SessionFailed source={source} failure={view.failure} onRetry={controller.open} />;
  if (status === 'loading' || !session) return <SessionLoading title={deck?.title} />;
  const card = currentCard(session);
  const way = wayOf({ session, settings, card, asked });
  const given = (card?.deck ?? settings)?.class_way;
  const isUnderWay = session.phase === 'studying' || session.phase === 'needs-more';
  const screenOf = {
    studying: <CardInHand controller={controller} asked={asked} />,
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
      <SessionBar title={(card?.deck ?? deck)?.title ?? t`Today’s decks`} {...progressOf(session)}>
        <UndoButton available={canUndo(session)} onUndo={controller.undo} />
        {card && !session.relearning && (
          <CardMenuPlace card={card} controller={controller} onOpen={(shows) => setOpened({ card, shows })} />
        )}
        {(settings || card?.deck) && <SettingsButton onClick={settingsModal.open} />}
      </SessionBar>
      <div className={classes.facts}>
        {isUnderWay && <SessionCounters counters={session.counters} />}
        <SavedAnswers isAlone={!isUnderWay} isUnasked={session.phase === 'empty'} />
      </div>
      {session.phase === 'studying' && given?.way === way && (
        <Suspense fallback={<div className={classes.classWay} />}>
          <ClassWayNote given={given} />
        </Suspense>
      )}
      <Suspense fallback={<CardSkeleton label={t`Loading…`} />}>{screenOf[session.phase]}</Suspense>
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
            asked={asked}
            onSave={async (next, ofDeck) => {
              await controller.saveSettings(next, ofDeck);
              if (next.way) onOtherWay();
            }}
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

export const SessionCounters = memo(({ counters }: { counters: Counters }) => {
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
      text={t`The next cards come as soon as the network is back. Your answers are kept on this device until then.`}
      action={
        <Button variant="light" onClick={onRetry}>
          {t`Try again`}
        </Button>
      }
    />
  );
}
