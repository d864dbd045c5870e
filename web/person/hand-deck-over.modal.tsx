import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { failureText, noticeText } from '../lib/call/notice-text.ts';
import { ColleagueField } from '../ui/colleague/colleague-field.tsx';
import { useColleague } from '../ui/colleague/use-colleague.ts';
import { Dialog } from '../ui/control/dialog.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useSubmit } from '../ui/feedback/use-submit.ts';
import { usePeopleChanges } from './person.queries.ts';

export interface DeckToGive {
  id: number;
  title: string;
}

function HandOverForm({ deck, onDone }: { deck: DeckToGive; onDone: () => void }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const { handDeckOver } = usePeopleChanges();
  const colleague = useColleague();
  const field = useRef<HTMLInputElement>(null);

  const { submit, sending, wasWrong } = useSubmit({
    check: () => colleague.login.trim() === '',
    field,
    run: async () => {
      if (!colleague.found) {
        await colleague.find();
        return;
      }
      await handDeckOver(deck.id, colleague.found.login);
      notices.success(i18n._(noticeText.deckHandedOver));
      onDone();
    },
    failed: failureText.deckHandoverFailed,
  });

  return (
    <form onSubmit={submit} noValidate aria-label={t`Hand the deck over`}>
      <Stack>
        <ColleagueField field={field} of={colleague} isMissing={wasWrong} />
        <Group>
          <Button type="submit" loading={sending}>
            {colleague.found ? t`Hand it over to ${colleague.found.name}` : t`Find`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface HandDeckOverModalProps {
  /** Null closes it. */
  deck: DeckToGive | null;
  ownerName: string;
  onClose: () => void;
}

/** Asks to whom a deck of somebody is given. */
export function HandDeckOverModal({ deck, ownerName, onClose }: HandDeckOverModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={deck !== null} onClose={onClose} title={deck && t`Hand over “${deck.title}”`}>
      {deck && (
        <Stack>
          <Text size="sm">
            <Trans>
              The deck becomes the other teacher’s at once. {ownerName} may edit its cards until they take
              that back. What students have learnt stays.
            </Trans>
          </Text>
          <HandOverForm deck={deck} onDone={onClose} />
        </Stack>
      )}
    </Dialog>
  );
}
