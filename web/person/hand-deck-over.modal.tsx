import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { usePeopleChanges } from './person.queries.ts';

export interface DeckToGive {
  id: number;
  title: string;
}

function HandOverForm({ deck, onDone }: { deck: DeckToGive; onDone: () => void }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const { handDeckOver } = usePeopleChanges();
  const [login, setLogin] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setEmpty(login.trim() === '');
    if (login.trim() === '') return field.current?.focus();
    setSending(true);
    try {
      await handDeckOver(deck.id, login.trim());
      notices.success(i18n._(noticeText.deckHandedOver));
      onDone();
    } catch (error) {
      failed(failureText.deckHandoverFailed, error);
    } finally {
      setSending(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate aria-label={t`Hand the deck over`}>
      <Stack>
        <TextInput
          ref={field}
          label={t`Email address or user name of a teacher`}
          description={t`Exactly as they log in with it`}
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
          error={isEmpty && t`Please fill in this field`}
          maxLength={254}
          required
          withAsterisk={false}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <Group>
          <Button type="submit" loading={sending}>
            <Trans>Hand it over</Trans>
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
