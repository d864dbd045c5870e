import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ClassDeck } from '../../../core/classroom/classroom.schema.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { DeckSelect } from '../../deck/deck-select.tsx';
import { callApi } from '../../lib/call/api-client.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useSubmit } from '../../ui/feedback/use-submit.ts';

const addFailed = msg({ message: 'The deck could not be added: {message}' });

interface AddClassDeckProps {
  classId: number;
  present: readonly ClassDeck[];
  onAdded: () => Promise<unknown>;
}

/** Gives the class one more deck, of those that it does not have yet. */
export function AddClassDeck({ classId, present, onAdded }: AddClassDeckProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const decks = useDecks();
  const [deck, setDeck] = useState('');
  const { submit, sending, wasWrong, forgive } = useSubmit({
    check: () => deck === '',
    run: async () => {
      await callApi('POST /api/classes/:classId/decks', {
        params: { classId },
        body: { deck_id: Number(deck) },
      });
      notices.success(t`The deck has been added to the class.`);
      setDeck('');
    },
    failed: addFailed,
    lastly: onAdded,
  });

  if (!decks.data) return <Unread of={decks} title={i18n._(noticeText.fetchDecksFailed)} height={62} />;
  const others = decks.data.filter(({ id }) => !present.some((own) => own.id === id));
  if (others.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <Trans>The class has every deck that you could give it.</Trans>
      </Text>
    );

  return (
    <form onSubmit={submit} noValidate aria-label={t`Add a deck to the class`}>
      <Group align="flex-start" gap="sm">
        <DeckSelect
          label={t`Add a deck`}
          flex="1 1 14rem"
          decks={others}
          value={deck}
          onChange={(chosen) => {
            setDeck(chosen);
            forgive();
          }}
          error={wasWrong && t`Please choose a deck`}
        />
        <Button
          type="submit"
          variant="light"
          // Beside the field, below its label.
          mt={{ base: 0, xs: 25 }}
          leftSection={<IconPlus size={18} aria-hidden />}
          loading={sending}
        >
          <Trans>Add deck</Trans>
        </Button>
      </Group>
    </form>
  );
}
