import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SavingState } from './exam-saver.ts';
import type { ExamView } from './exam-session-view.ts';
import { LogInAgain } from './log-in-again.tsx';

const ICONS: Record<SavingState, typeof IconCloudCheck> = {
  saved: IconCloudCheck,
  pending: IconCloudUp,
  saving: IconCloudUp,
  failing: IconCloudOff,
};

/** Whether the server has everything. Only trouble is announced: every answer would be too much to listen to. */
export function SavingMark({ view, savedAt }: { view: ExamView; savedAt: string | null }) {
  const { i18n } = useLingui();
  if (view.isSignedOut)
    return (
      <Group justify="space-between" gap="xs" role="status">
        <Text size="sm">
          <Trans>Not saved yet: you are no longer logged in.</Trans>
        </Text>
        <LogInAgain size="xs" />
      </Group>
    );
  const { saving } = view;
  const at = savedAt && i18n.date(new Date(savedAt), { timeStyle: 'medium' });
  const words: Record<SavingState, ReactNode> = {
    saved: at ? <Trans>Saved at {at}</Trans> : <Trans>Changes are saved automatically</Trans>,
    pending: <Trans>Not saved yet</Trans>,
    saving: <Trans>Saving…</Trans>,
    failing: (
      <Trans>Not saved yet: the server cannot be reached. Your answers are kept on this device.</Trans>
    ),
  };
  const Icon = ICONS[saving];
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" c={saving === 'failing' ? undefined : 'dimmed'}>
      <Icon size={18} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" component="span" className="tabular" data-saving={saving}>
        {saving !== 'failing' && words[saving]}
        <span role="status">{saving === 'failing' && words.failing}</span>
      </Text>
    </Group>
  );
}
