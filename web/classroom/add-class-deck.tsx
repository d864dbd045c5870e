import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { ClassDeck } from '../../core/classroom/classroom.schema.ts';
import { useDecks } from '../deck/deck.queries.ts';
import { DeckSelect } from '../deck/deck-select.tsx';
import { callApi } from '../lib/api-client.ts';
import { noticeText } from '../lib/notice-text.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';

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
  const failed = useFailure();
  const decks = useDecks();
  const [deck, setDeck] = useState('');
  const [missing, setMissing] = useState(false);
  const [sending, setSending] = useState(false);

  if (!decks.data && decks.error)
    return (
      <LoadError
        error={decks.error}
        title={i18n._(noticeText.fetchDecksFailed)}
        onRetry={() => decks.mutate()}
      />
    );
  if (!decks.data) return <Skeleton height={62} role="status" aria-label={t`Loading…`} />;
  const others = decks.data.filter(({ id }) => !present.some((own) => own.id === id));
  if (others.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <Trans>The class has every deck that you could give it.</Trans>
      </Text>
    );

  const add = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(deck === '');
    if (deck === '') return;
    setSending(true);
    try {
      await callApi('POST /api/classes/:classId/decks', {
        params: { classId },
        body: { deck_id: Number(deck) },
      });
      notices.success(t`The deck has been added to the class.`);
      setDeck('');
    } catch (error) {
      failed(addFailed, error);
    }
    await onAdded();
    setSending(false);
  };

  return (
    <form onSubmit={add} noValidate aria-label={t`Add a deck to the class`}>
      <Group align="flex-start" gap="sm">
        <DeckSelect
          label={t`Add a deck`}
          flex="1 1 14rem"
          decks={others}
          value={deck}
          onChange={(chosen) => {
            setDeck(chosen);
            setMissing(false);
          }}
          error={missing && t`Please choose a deck`}
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
