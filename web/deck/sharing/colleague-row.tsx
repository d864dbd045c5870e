import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { ShareRight } from '../../../core/access/deck-rights-sql.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import type { DeckShare } from '../../../core/deck/sharing/deck-share.schema.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { useShareChanges } from './deck-share.queries.ts';
import { useRightOptions } from './right-options.ts';

interface ColleagueRowProps {
  deck: Pick<Deck, 'id' | 'title'>;
  share: DeckShare;
  /** Called when the deck is the user's own no more. */
  onGone: () => void;
}

/** A colleague who has a deck, and what its owner can do about that. */
export function ColleagueRow({ deck, share, onGone }: ColleagueRowProps) {
  const { t } = useLingui();
  const notices = useNotices();
  const options = useRightOptions();
  const { change, end, handOver } = useShareChanges();
  const { name, teacher_id: teacherId } = share;
  const { ask: askToEnd } = useConfirmed<null>({
    question: () => ({
      title: t`Take the deck back from ${name}?`,
      text: t`Their classes that study it keep it, and nobody loses their progress.`,
      confirmLabel: t`Take it back`,
      danger: true,
    }),
    run: () => end(deck.id, teacherId),
    done: msg`The deck has been taken back.`,
    failed: failureText.deckSharingFailed,
  });
  const { ask: askToHandOver } = useConfirmed<null>({
    question: () => ({
      title: t`Give “${deck.title}” to ${name}?`,
      text: t`From now on it is theirs: only they share it and delete it. You may still edit its cards until they take that back. What students have learnt stays.`,
      confirmLabel: t`Hand it over`,
      danger: true,
    }),
    run: () => handOver(deck.id, teacherId),
    done: noticeText.deckHandedOver,
    failed: failureText.deckHandoverFailed,
  });

  const [setRight, isChanging] = useAttempt(failureText.deckSharingFailed, async (may: ShareRight) => {
    await change(deck.id, teacherId, may);
    notices.success(t`The colleague’s right has been changed.`);
  });

  return (
    <Stack component="li" gap={6} style={{ listStyle: 'none' }}>
      <div>
        <Text fw={600} className="breakable">
          {name}
        </Text>
        <Text size="sm" c="dimmed" className="breakable">
          {share.login}
        </Text>
      </div>
      <NativeSelect
        aria-label={t`What ${name} may do`}
        value={share.may}
        disabled={isChanging}
        data={options}
        onChange={(event) => void setRight(event.currentTarget.value as ShareRight)}
      />
      <Group gap="xs">
        <Button
          variant="subtle"
          color="red"
          h={44}
          aria-label={t`Take it back: ${name}`}
          onClick={() => void askToEnd(null)}
        >
          <Trans>Take it back</Trans>
        </Button>
        <Button
          variant="subtle"
          h={44}
          aria-label={t`Hand it over: ${name}`}
          onClick={async () => {
            if (await askToHandOver(null)) onGone();
          }}
        >
          <Trans>Hand it over…</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
