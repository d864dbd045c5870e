import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDoorExit, IconDots, IconForms, IconUsers } from '@tabler/icons-react';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { useShareChanges } from './deck-share.queries.ts';

interface DeckMenuProps {
  deck: Deck;
  /** Absent for the decks of others. */
  onShare?: (() => void) | undefined;
  /** Likewise. */
  onEdit?: (() => void) | undefined;
}

export function DeckMenu({ deck, onShare, onEdit }: DeckMenuProps) {
  const { t, i18n } = useLingui();
  const { userId } = useSession();
  const notices = useNotices();
  const { copy, end } = useShareChanges();
  const { ask: askToLeave } = useConfirmed<number>({
    question: () => ({
      title: t`Give up “${deck.title}”?`,
      text: t`It leaves your decks. Classes that have it keep it. Only its owner can share it with you again.`,
      confirmLabel: t`Give it up`,
      danger: true,
    }),
    run: (teacherId) => end(deck.id, teacherId),
    done: msg`You have given up the deck.`,
    failed: failureText.deckSharingFailed,
  });

  const [makeCopy, isCopying] = useAttempt(
    msg({ message: 'The deck could not be copied: {message}' }),
    async () => {
      const { title } = await copy(deck.id);
      notices.success(
        i18n._({ ...msg({ message: 'The copy is among your decks: {title}' }), values: { title } }),
      );
    },
  );

  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" size={44} loading={isCopying} aria-label={t`More: ${deck.title}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit && (
          <Menu.Item leftSection={<IconForms size={18} aria-hidden />} onClick={onEdit}>
            {t`Edit`}
          </Menu.Item>
        )}
        {onShare && (
          <Menu.Item leftSection={<IconUsers size={18} aria-hidden />} onClick={onShare}>
            {t`Share…`}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void makeCopy()}>
          {t`Make a copy of my own`}
        </Menu.Item>
        {deck.shared && userId !== null && (
          <Menu.Item
            leftSection={<IconDoorExit size={18} aria-hidden />}
            onClick={() => void askToLeave(userId)}
          >
            {t`Give it up…`}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
