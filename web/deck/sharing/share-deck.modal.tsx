import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ShareRight } from '../../../core/access/deck-rights-sql.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import type { DeckShare } from '../../../core/deck/sharing/deck-share.schema.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { ColleagueForm } from '../../ui/colleague/colleague-field.tsx';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { useDeckShares, useShareChanges } from './deck-share.queries.ts';

function useRightOptions(): { value: ShareRight; label: string }[] {
  const { t } = useLingui();
  return [
    { value: 'use', label: t`Use it: read it, copy it, give it to classes` },
    { value: 'edit', label: t`Edit it: change its cards as well` },
  ];
}

interface ColleagueRowProps {
  deck: Pick<Deck, 'id' | 'title'>;
  share: DeckShare;
  /** Called when the deck is the user's own no more. */
  onGone: () => void;
}

function ColleagueRow({ deck, share, onGone }: ColleagueRowProps) {
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
          {t`Take it back`}
        </Button>
        <Button
          variant="subtle"
          h={44}
          aria-label={t`Hand it over: ${name}`}
          onClick={async () => {
            if (await askToHandOver(null)) onGone();
          }}
        >
          {t`Hand it over…`}
        </Button>
      </Group>
    </Stack>
  );
}

type Shared = Pick<Deck, 'id' | 'title'>;

function ShareForm({ deck }: { deck: Shared }) {
  const { t } = useLingui();
  const notices = useNotices();
  const options = useRightOptions();
  const { share } = useShareChanges();
  const [may, setMay] = useState<ShareRight>('use');
  return (
    <ColleagueForm
      label={t`Share with a colleague`}
      button={(name) => t`Share with ${name}`}
      run={async ({ login }) => {
        await share(deck.id, login, may);
        notices.success(t`The deck is shared with this colleague.`);
      }}
      failed={failureText.deckSharingFailed}
    >
      <NativeSelect
        label={t`What they may do`}
        value={may}
        data={options}
        onChange={(event) => setMay(event.currentTarget.value as ShareRight)}
      />
    </ColleagueForm>
  );
}

function Colleagues({ deck, onGone }: { deck: Shared; onGone: () => void }) {
  const { t } = useLingui();
  const { data: shares, error, mutate } = useDeckShares(deck.id);
  if (!shares) return <Unread of={{ error, mutate }} height={88} radius="md" />;
  if (shares.length === 0) return <Empty text={t`Nobody else has this deck yet.`} />;
  return (
    <Stack component="ul" gap="md" p={0} m={0} aria-label={t`Colleagues who have this deck`}>
      {shares.map((share) => (
        <ColleagueRow key={share.teacher_id} deck={deck} share={share} onGone={onGone} />
      ))}
    </Stack>
  );
}

interface ShareDeckModalProps {
  /** Null closes it. */
  deck: Shared | null;
  onClose: () => void;
}

export function ShareDeckModal({ deck, onClose }: ShareDeckModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={deck !== null} onClose={onClose} title={deck && t`Share “${deck.title}”`} size="lg">
      {deck && (
        <Stack gap="lg">
          <ShareForm deck={deck} />
          <Stack gap="sm">
            <Title order={3} size="h5">
              {t`Who has it`}
            </Title>
            <Colleagues deck={deck} onGone={onClose} />
          </Stack>
          <Text size="sm" c="dimmed">
            {t`When you take a deck back, the classes that study it keep it, and nobody loses their progress.`}
          </Text>
        </Stack>
      )}
    </Dialog>
  );
}
