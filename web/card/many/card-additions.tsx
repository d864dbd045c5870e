import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { addressOf } from '../../../core/address.ts';
import type { CardAddition } from '../../../core/card/card-addition.schema.ts';
import { useDecksChanged } from '../../deck/deck.changes.ts';
import { callApi } from '../../lib/api-client.ts';
import { dateAndTime } from '../../lib/date-text.ts';
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
  const { ask, isRunning } = useConfirmed<CardAddition>({
    question: ({ cards }) => ({
      title: t`${plural(cards, { one: 'Take # card back?', other: 'Take # cards back?' })}`,
      text: t`What was added together goes together, for the students too. Other cards stay.`,
      confirmLabel: t`Take back`,
      danger: true,
    }),
    // Also when it is refused: the list may be another one by now.
    run: ({ key }) =>
      callApi('DELETE /api/decks/:deckId/cards/many/:key', { params: { deckId, key } }).finally(
        () => void decksChanged(),
      ),
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
        const { key, cards, added_at: addedAt } = addition;
        const time = dateAndTime(i18n.locale, new Date(addedAt));
        return (
          <Group component="li" key={key} justify="space-between" gap="xs">
            <div>
              <Text size="sm" fw={600}>
                {t`${plural(cards, { one: '# card was added', other: '# cards were added' })}`}
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
