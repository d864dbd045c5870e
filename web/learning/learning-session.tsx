import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Container, Group, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSettings } from '@tabler/icons-react';
import { usePageTitle } from '../site/page-title.ts';
import { Loading } from '../ui/loading.tsx';
import { Completion } from './completion.tsx';
import classes from './learning-session.module.css';
import { NothingToStudy } from './nothing-to-study.tsx';
import { SavedAnswers } from './saved-answers.tsx';
import { SessionCounters } from './session-counters.tsx';
import { SessionFailed } from './session-failed.tsx';
import { SessionSettings } from './session-settings.tsx';
import { canUndo } from './session-undo.ts';
import { StudyCardView } from './study-card-view.tsx';
import { UndoButton } from './undo-button.tsx';
import { useLearningSession } from './use-learning-session.ts';
import { WaitingForCards } from './waiting-for-cards.tsx';

export function LearningSession({ deckId }: { deckId: number }) {
  const { t } = useLingui();
  const { view, controller } = useLearningSession(deckId);
  const [settingsOpen, settingsModal] = useDisclosure(false);
  const { status, deck, settings, session } = view;
  usePageTitle(deck?.title ?? t`Learning`);

  if (status === 'failed') return <SessionFailed failure={view.failure} onRetry={controller.open} />;
  if (status === 'loading' || !deck || !settings || !session) {
    return <Loading minHeight={480} label={t`Loading your cards…`} />;
  }
  const inside = {
    studying: <StudyCardView deck={deck} session={session} controller={controller} />,
    'needs-more': <WaitingForCards stuck={view.stuck} onRetry={controller.retry} />,
    completed: <Completion session={session} onRelearn={controller.relearn} onEnd={controller.end} />,
    empty: <NothingToStudy onEnd={controller.end} />,
  };
  return (
    <Container size="sm" px="md" className={classes.session}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Title order={1} size="h4" lineClamp={1}>
          {deck.title}
        </Title>
        <Group gap={4} wrap="nowrap">
          <UndoButton available={canUndo(session)} onUndo={controller.undo} />
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t`Edit the deck's settings`}
            onClick={settingsModal.open}
          >
            <IconSettings size={20} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Group justify="space-between" gap="xs">
        <SessionCounters counters={session.counters} />
        <SavedAnswers />
      </Group>
      {inside[session.phase]}
      <SessionSettings
        opened={settingsOpen}
        onClose={settingsModal.close}
        settings={settings}
        onSave={controller.saveSettings}
      />
    </Container>
  );
}
