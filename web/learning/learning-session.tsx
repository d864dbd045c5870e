import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Badge, Button, Container, Group, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudOff, IconSettings } from '@tabler/icons-react';
import { usePageTitle } from '../site/page-title.ts';
import { Empty } from '../ui/empty.tsx';
import { Loading } from '../ui/loading.tsx';
import { Completion } from './completion.tsx';
import classes from './learning-session.module.css';
import { NothingToStudy } from './nothing-to-study.tsx';
import { SavedAnswers } from './saved-answers.tsx';
import { type Counters, currentCard, type SessionSource } from './session.state.ts';
import { SessionFailed } from './session-failed.tsx';
import { SessionSettings } from './session-settings.tsx';
import { canUndo } from './session-undo.ts';
import { StudyCardView } from './study-card-view.tsx';
import { UndoButton } from './undo-button.tsx';
import { useLearningSession } from './use-learning-session.ts';

export function LearningSession({ source }: { source: SessionSource }) {
  const { t } = useLingui();
  const { view, controller } = useLearningSession(source);
  const [settingsOpen, settingsModal] = useDisclosure(false);
  const { status, deck, settings, session } = view;
  usePageTitle(deck?.title ?? (source === 'today' ? t`Today` : t`Learning`));

  if (status === 'failed')
    return <SessionFailed source={source} failure={view.failure} onRetry={controller.open} />;
  if (status === 'loading' || !session) {
    return <Loading minHeight={480} label={t`Loading your cards…`} />;
  }
  const isUnderWay = session.phase === 'studying' || session.phase === 'needs-more';
  const screenOf = {
    studying: <StudyCardView deck={deck} session={session} controller={controller} />,
    'needs-more': <WaitingForCards stuck={view.stuck} onRetry={controller.retry} />,
    completed: (
      <Completion
        session={session}
        settings={settings}
        onRelearn={controller.relearn}
        onEnd={controller.end}
      />
    ),
    empty: <NothingToStudy source={source} settings={settings} onEnd={controller.end} />,
  };
  return (
    <Container size="sm" px="md" className={classes.session}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Title order={1} size="h4" lineClamp={1}>
          {(currentCard(session)?.deck ?? deck)?.title ?? <Trans>All decks of today</Trans>}
        </Title>
        <Group gap={4} wrap="nowrap">
          <UndoButton available={canUndo(session)} onUndo={controller.undo} />
          {settings && (
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={t`Edit the deck's settings`}
              onClick={settingsModal.open}
            >
              <IconSettings size={20} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Group justify="space-between" gap="xs">
        {isUnderWay && <SessionCounters counters={session.counters} />}
        <SavedAnswers />
      </Group>
      {screenOf[session.phase]}
      {settings && (
        <SessionSettings
          opened={settingsOpen}
          onClose={settingsModal.close}
          settings={settings}
          onSave={controller.saveSettings}
        />
      )}
    </Container>
  );
}

/** What is left today. */
function SessionCounters({ counters }: { counters: Counters }) {
  return (
    <Group gap={6}>
      <Badge variant="light" color="blue" tt="none" size="lg" classNames={{ label: classes.counter }}>
        <Trans>New {counters.new}</Trans>
      </Badge>
      <Badge variant="light" color="orange" tt="none" size="lg" classNames={{ label: classes.counter }}>
        <Trans>Learning {counters.learning}</Trans>
      </Badge>
      <Badge variant="light" color="teal" tt="none" size="lg" classNames={{ label: classes.counter }}>
        <Trans>Review {counters.review}</Trans>
      </Badge>
    </Group>
  );
}

/** Between two loads of cards. Without the network it goes on by itself once that is back. */
function WaitingForCards({ stuck, onRetry }: { stuck: boolean; onRetry: () => void }) {
  const { t } = useLingui();
  if (!stuck) return <Loading minHeight={320} label={t`Loading more cards…`} />;
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
