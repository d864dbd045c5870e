import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { TableCard } from '../../../../core/card/edits/card-edit.schema.ts';
import { seenCard } from '../../../../core/card/seen-card.ts';
import { plainText } from '../../../../core/text/marked-text.ts';
import { callApi } from '../../../lib/call/api-client.ts';
import { useNotices } from '../../../ui/feedback/notices.tsx';
import { useFailure } from '../../../ui/feedback/use-failure.ts';
import { useAttempt } from '../../../ui/feedback/use-submit.ts';
import { hasOtherWords } from '../../meaning/other-words.ts';
import classes from '../card-grid.module.css';
import type { CardTable } from '../use-card-table.ts';
import { editActionText } from './use-cell-edits.ts';

interface ChangedCard {
  id: number;
  /** Of those who have learnt it; null when that could not be read. */
  learners: number | null;
}

/**
 * Cells are saved as another wording at once; which of them mean something else is asked afterwards, and may be left
 * open.
 */
export function useChangedMeanings(table: CardTable) {
  const { i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [changed, setChanged] = useState<readonly ChangedCard[]>([]);
  const drop = (id: number) => setChanged((all) => all.filter((one) => one.id !== id));

  const [meansOther, isSending] = useAttempt(
    (error) => {
      failed(msg({ message: 'The meaning was not changed: {message}' }), error);
      void table.readAgain();
    },
    async (card: TableCard) => {
      await table.send({ act: 'meaning', cards: [{ id: card.id, seen: seenCard(card) }] });
      notices.success(i18n._({ ...editActionText.meaning, values: { count: 1 } }));
      drop(card.id);
    },
  );
  return {
    isSending,
    /** The latest first, without those that are gone. */
    changed: changed.flatMap(({ id, learners }) => {
      const card = table.cards?.find((one) => one.id === id);
      return card ? [{ card, learners }] : [];
    }),
    async note(before: TableCard, after: TableCard): Promise<void> {
      if (!hasOtherWords(before, after)) return;
      const { id, deck_id: deckId } = after;
      const learners = await callApi('GET /api/decks/:deckId/cards/:cardId/learners', {
        params: { deckId, cardId: id },
      }).then(
        ({ data }) => data.learners,
        () => null,
      );
      if (learners === 0) return;
      setChanged((all) => [{ id, learners }, ...all.filter((one) => one.id !== id)]);
    },
    meansOther,
    /** All of them say the same in other words. */
    dismiss: () => setChanged([]),
  };
}

type Meanings = ReturnType<typeof useChangedMeanings>;

/** Cards that are named; further ones come when these are answered. */
const SHOWN = 3;

/** Asks of cards that students know whether their new text means something else. Nobody has to answer. */
export function ChangedMeanings({ meanings }: { meanings: Meanings }) {
  const { t } = useLingui();
  const { changed, isSending } = meanings;
  const shown = changed.slice(0, SHOWN);
  const more = changed.length - shown.length;
  return (
    <div role="status" className={classes.meanings}>
      {changed.length > 0 && (
        <Paper withBorder radius="md" p="sm" component="section" aria-label={t`Saved as another wording`}>
          <Stack gap="xs">
            <Text size="sm">
              {t`Saved as another wording. If a card means something else now, say so: its students meet it as a new one.`}
            </Text>
            {shown.map(({ card, learners }) => {
              const front = plainText(card.front);
              return (
                <Group key={card.id} justify="space-between" gap="xs">
                  <Text size="sm" className="breakable">
                    <b>{front}</b>
                    {learners !== null &&
                      ` · ${t`${plural(learners, { one: '# student has learnt this card.', other: '# students have learnt this card.' })}`}`}
                  </Text>
                  <Button
                    variant="light"
                    mih={44}
                    h="auto"
                    py="xs"
                    disabled={isSending}
                    aria-label={t`It means something else now: ${front}`}
                    onClick={() => void meanings.meansOther(card)}
                  >
                    {t`It means something else now`}
                  </Button>
                </Group>
              );
            })}
            {more > 0 && (
              <Text
                size="sm"
                c="dimmed"
              >{t`${plural(more, { one: 'and # more card', other: 'and # more cards' })}`}</Text>
            )}
            <Group justify="flex-end">
              <Button variant="subtle" mih={44} onClick={meanings.dismiss}>
                {t`They mean the same`}
              </Button>
            </Group>
          </Stack>
        </Paper>
      )}
    </div>
  );
}
