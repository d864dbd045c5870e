import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ShareRight } from '../../../core/access/deck-rights-sql.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { ColleagueField } from '../../ui/colleague/colleague-field.tsx';
import { useColleague } from '../../ui/colleague/use-colleague.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { ColleagueRow } from './colleague-row.tsx';
import { useDeckShares, useShareChanges } from './deck-share.queries.ts';
import { useRightOptions } from './right-options.ts';

type Shared = Pick<Deck, 'id' | 'title'>;

function ShareForm({ deck }: { deck: Shared }) {
  const { t } = useLingui();
  const notices = useNotices();
  const options = useRightOptions();
  const { share } = useShareChanges();
  const colleague = useColleague();
  const [may, setMay] = useState<ShareRight>('use');
  const field = useRef<HTMLInputElement>(null);

  const { submit, sending, wasWrong } = useSubmit({
    check: () => colleague.login.trim() === '',
    field,
    run: async () => {
      if (!colleague.found) {
        await colleague.find();
        return;
      }
      await share(deck.id, colleague.found.login, may);
      notices.success(t`The deck is shared with this colleague.`);
      colleague.type('');
      field.current?.focus();
    },
    failed: failureText.deckSharingFailed,
  });

  return (
    <form onSubmit={submit} noValidate aria-label={t`Share with a colleague`}>
      <Stack gap="sm">
        <ColleagueField field={field} of={colleague} isMissing={wasWrong} />
        <NativeSelect
          label={t`What they may do`}
          value={may}
          data={options}
          onChange={(event) => setMay(event.currentTarget.value as ShareRight)}
        />
        <Group>
          <Button type="submit" loading={sending}>
            {colleague.found ? t`Share with ${colleague.found.name}` : t`Find`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Colleagues({ deck, onGone }: { deck: Shared; onGone: () => void }) {
  const { t } = useLingui();
  const { data: shares, error, mutate } = useDeckShares(deck.id);
  if (!shares) return <Unread of={{ error, mutate }} height={88} radius="md" />;
  if (shares.length === 0) return <Empty text={<Trans>Nobody else has this deck yet.</Trans>} />;
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

/** Lists the colleagues who have an own deck, with their rights: to share it, take it back, hand it over. */
export function ShareDeckModal({ deck, onClose }: ShareDeckModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={deck !== null} onClose={onClose} title={deck && t`Share “${deck.title}”`} size="lg">
      {deck && (
        <Stack gap="lg">
          <ShareForm deck={deck} />
          <Stack gap="sm">
            <Title order={3} size="h5">
              <Trans>Who has it</Trans>
            </Title>
            <Colleagues deck={deck} onGone={onClose} />
          </Stack>
          <Text size="sm" c="dimmed">
            <Trans>
              When you take a deck back, the classes that study it keep it, and nobody loses their progress.
            </Trans>
          </Text>
        </Stack>
      )}
    </Dialog>
  );
}
