import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { addressOf } from '../../../core/address.ts';
import type { CardAddition } from '../../../core/card/card-addition.schema.ts';
import { useDecksChanged } from '../../deck/deck.changes.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';

export function CardAdditions({ deckId }: { deckId: number }) {
  const { t, i18n } = useLingui();
  const params = { deckId };
  const { data, error, mutate } = useRead(addressOf('GET /api/decks/:deckId/cards/many', { params }));
  const decksChanged = useDecksChanged();
  const navigate = useNavigate();
  const { decks } = useAuthorPaths();
  const questionOf = ({ cards, changed, with_deck }: CardAddition) => {
    if (with_deck)
      return {
        title: t`Take the new deck back?`,
        text: t`The deck goes into the trash with its cards, for the students too.`,
      };
    const count = cards + changed;
    return {
      title: t`${plural(count, { one: 'Take # card back?', other: 'Take # cards back?' })}`,
      text:
        changed > 0
          ? t`New cards go into the trash, the others are as before, for the students too.`
          : t`What was added together goes together, for the students too. Other cards stay.`,
    };
  };
  const textOf = ({ cards, changed, with_deck }: CardAddition) => {
    if (with_deck)
      return t`${plural(cards, { one: 'The deck was made with # card', other: 'The deck was made with # cards' })}`;
    if (changed > 0) return t`Imported: ${cards} new, ${changed} changed`;
    return t`${plural(cards, { one: '# card was added', other: '# cards were added' })}`;
  };
  const { ask, isRunning } = useConfirmed<CardAddition>({
    question: (addition) => ({
      ...questionOf(addition),
      confirmLabel: t`Take back`,
      danger: true,
    }),
    // Also when it is refused: the list may be another one by now.
    run: async ({ key }) => {
      const call = callApi('DELETE /api/decks/:deckId/cards/many/:key', { params: { deckId, key } });
      const { data: taken } = await call.finally(() => void decksChanged());
      if (taken.with_deck) navigate(decks());
    },
    done: msg`The cards have been taken back.`,
    failed: msg({ message: 'The cards were not taken back: {message}' }),
  });
  if (!data && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  // Nothing is usual: a place that is kept free for it would be empty for most.
  if (!data || data.length === 0) return null;
  return (
    <Paper
      component="ul"
      withBorder
      radius="md"
      p="sm"
      m={0}
      aria-label={t`Cards that you have just added together`}
      style={{ listStyle: 'none' }}
    >
      {data.map((addition) => {
        const { key, cards, changed, added_at: addedAt } = addition;
        const count = cards + changed;
        const time = dateAndTime(i18n.locale, new Date(addedAt));
        return (
          <Group component="li" key={key} justify="space-between" gap="xs">
            <div>
              <Text size="sm" fw={600}>
                {textOf(addition)}
              </Text>
              <Text size="xs" c="dimmed">
                {time}
              </Text>
            </div>
            <Button
              variant="subtle"
              h={44}
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              disabled={isRunning}
              aria-label={t`Undo: ${plural(count, { one: '# card', other: '# cards' })}, ${time}`}
              onClick={() => void ask(addition)}
            >
              {t`Undo`}
            </Button>
          </Group>
        );
      })}
    </Paper>
  );
}
