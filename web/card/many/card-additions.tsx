import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { addressOf } from '../../../core/address.ts';
import type { CardAddition } from '../../../core/card/card-addition.schema.ts';
import { useDecksChanged } from '../../deck/deck.changes.ts';
import { callApi } from '../../lib/api-client.ts';
import { dateAndTime } from '../../lib/date-text.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { useRead } from '../../lib/use-read.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';

const takenBack = msg`The cards have been taken back.`;
const takeBackFailed = msg({ message: 'The cards were not taken back: {message}' });

/** What the user has added together in the last day, each to be taken back as a whole. */
export function CardAdditions({ deckId }: { deckId: number }) {
  const { t, i18n } = useLingui();
  const params = { deckId };
  const { data, error, mutate } = useRead(addressOf('GET /api/decks/:deckId/cards/many', { params }));
  const decksChanged = useDecksChanged();
  const navigate = useNavigate();
  const { decks } = useAuthorPaths();
  const { ask, isRunning } = useConfirmed<CardAddition>({
    question: ({ cards, with_deck }) => ({
      title: with_deck
        ? t`Take the new deck back?`
        : t`${plural(cards, { one: 'Take # card back?', other: 'Take # cards back?' })}`,
      text: with_deck
        ? t`The deck goes into the trash with its cards, for the students too.`
        : t`What was added together goes together, for the students too. Other cards stay.`,
      confirmLabel: t`Take back`,
      danger: true,
    }),
    // Also when it is refused: the list may be another one by now.
    run: async ({ key }) => {
      const call = callApi('DELETE /api/decks/:deckId/cards/many/:key', { params: { deckId, key } });
      const { data: taken } = await call.finally(() => void decksChanged());
      if (taken.with_deck) navigate(decks());
    },
    done: takenBack,
    failed: takeBackFailed,
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
        const { key, cards, added_at: addedAt, with_deck: withDeck } = addition;
        const time = dateAndTime(i18n.locale, new Date(addedAt));
        return (
          <Group component="li" key={key} justify="space-between" gap="xs">
            <div>
              <Text size="sm" fw={600}>
                {withDeck
                  ? t`${plural(cards, { one: 'The deck was made with # card', other: 'The deck was made with # cards' })}`
                  : t`${plural(cards, { one: '# card was added', other: '# cards were added' })}`}
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
              aria-label={t`Undo: ${plural(cards, { one: '# card', other: '# cards' })}, ${time}`}
              onClick={() => void ask(addition)}
            >
              <Trans>Undo</Trans>
            </Button>
          </Group>
        );
      })}
    </Paper>
  );
}
