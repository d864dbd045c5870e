import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudOff, IconDots, IconSettings } from '@tabler/icons-react';
import { lazy, memo, Suspense, useState } from 'react';
import { usePageTitle } from '../site/page-title.ts';
import { Empty } from '../ui/empty.tsx';
import { LateDialog } from '../ui/late-dialog.tsx';
import { LateMenu } from '../ui/late-menu.tsx';
import type { OpenedDialog } from './card-dialogs.tsx';
import type { CardMenuProps } from './card-menu.tsx';
import { CardSkeleton, SessionLoading } from './card-skeleton.tsx';
import { Completion } from './completion.tsx';
import classes from './learning-session.module.css';
import { LightIconButton, Tag } from './light-parts.tsx';
import { NothingToStudy } from './nothing-to-study.tsx';
import { SavedAnswers } from './saved-answers.tsx';
import { type Counters, currentCard, type SessionSource } from './session.state.ts';
import { SessionBar, shareDone } from './session-bar.tsx';
import { SessionFailed } from './session-failed.tsx';
import { SessionFrame } from './session-frame.tsx';
import { canUndo } from './session-undo.ts';
import { StudyCardView } from './study-card-view.tsx';
import { UndoButton } from './undo-button.tsx';
import { useLearningSession } from './use-learning-session.ts';
import { ClassWayNote } from './ways/late-ways.tsx';

const SessionSettings = lazy(async () => {
  const { SessionSettings } = await import('./session-settings.tsx');
  return { default: SessionSettings };
});

const CardDialogs = lazy(() => import('./card-dialogs.tsx'));
const loadCardMenu = () => import('./card-menu.tsx');

/** The place of the menu of the card in hand. */
function CardMenuPlace(props: CardMenuProps) {
  const { t } = useLingui();
  const button = (
    <LightIconButton aria-label={t`More: this card`}>
      <IconDots size={20} aria-hidden />
    </LightIconButton>
  );
  return <LateMenu button={button} load={loadCardMenu} given={props} of={props.card.id} />;
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
      <SessionBar title={(card?.deck ?? deck)?.title ?? t`All decks of today`} done={shareDone(session)}>
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
      <LateDialog opened={opened !== null}>
        <CardDialogs opened={opened} onClose={() => setOpened(null)} />
      </LateDialog>
      {(settings || card?.deck) && (
        <LateDialog opened={settingsOpen}>
          <SessionSettings
            opened={settingsOpen}
            onClose={settingsModal.close}
            settings={settings}
            deck={card?.deck}
            onSave={controller.saveSettings}
          />
        </LateDialog>
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
  <Tag hue={hue} labelClass={classes.counter}>
    {children}
  </Tag>
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
