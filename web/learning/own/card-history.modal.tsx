import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { addressOf } from '../../../core/address.ts';
import type { AnswerMode, Rating } from '../../../core/learning/learning.schema.ts';
import type { CardHistory, PastAnswer } from '../../../core/learning/progress/card-history.schema.ts';
import { dayNumber } from '../../../core/learning/study-day.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { dateAndTime, dateOnly } from '../../lib/text/date-text.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';

const ratings: Record<Rating, { text: MessageDescriptor; color: string }> = {
  0: { text: msg`Unknown`, color: 'rose' },
  1: { text: msg`Revealed`, color: 'honey' },
  2: { text: msg`Confident`, color: 'leaf' },
};

const modes: Record<AnswerMode, MessageDescriptor> = {
  session: msg`turned`,
  typing: msg`typed`,
  choice: msg`chosen from four`,
  dictation: msg`heard and typed`,
  exam: msg`in an exam`,
};

/** One answer of the past: what was known before anything was shown, how it was asked, what came of it. */
function PastAnswerRow({ answer }: { answer: PastAnswer }) {
  const { t, i18n } = useLingui();
  const { rating, first_status, tries, mode, asked, day, next_day } = answer;
  const { text, color } = ratings[first_status];
  const days = next_day && dayNumber(next_day) - dayNumber(day);
  const facts = [
    rating === 2 && tries > 1 && t`known at try ${tries}`,
    mode && i18n._(modes[mode]),
    asked === 'back' && t`back shown first`,
  ].filter(Boolean);
  return (
    <Paper component="li" withBorder radius="md" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" className="tabular">
          {dateAndTime(i18n.locale, new Date(answer.answered_at))}
        </Text>
        <Badge variant="light" color={color} tt="none" c="var(--mantine-color-text)">
          {i18n._(text)}
        </Badge>
      </Group>
      <Group justify="space-between" gap="xs" mt={4}>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {days !== null && (
          <Text size="sm" c="dimmed" className="tabular">
            {t`next after ${plural(days, { one: '# day', other: '# days' })}`}
          </Text>
        )}
      </Group>
    </Paper>
  );
}

function History({ cardId }: { cardId: number }) {
  const { t, i18n } = useLingui();
  const { data, error, mutate } = useRead(
    addressOf('GET /api/cards/:cardId/history', { params: { cardId } }),
  );
  if (error && !data) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data) return <LoadingBlock height={160} radius="md" />;
  const { answers, total, imported } = data;
  const shown = answers.length;
  const importedText = ({ answers: count, since }: NonNullable<CardHistory['imported']>): string => {
    const day = dateOnly(i18n.locale, new Date(`${since}T00:00`));
    return t`${plural(count, { one: '# answer', other: '# answers' })} in Anki since ${day} came along with the import.`;
  };
  if (shown === 0 && !imported) return <Empty text={t`You have not answered this card yet.`} />;
  return (
    <Stack>
      {total > shown && (
        <Text size="sm" c="dimmed" className="tabular">
          {t`The newest ${shown} of ${total} answers`}
        </Text>
      )}
      <Stack component="ol" gap="sm" className="plain-list" aria-label={t`Your answers, the newest first`}>
        {answers.map((answer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps nothing of its own
          <PastAnswerRow key={index} answer={answer} />
        ))}
      </Stack>
      {imported && (
        <Text size="sm" c="dimmed">
          {importedText(imported)}
        </Text>
      )}
    </Stack>
  );
}

interface CardHistoryProps {
  /** Null while it is closed. In a session without the front, which may be what is asked. */
  card: { id: number; front?: string } | null;
  onClose: () => void;
}

export default function CardHistoryModal({ card, onClose }: CardHistoryProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={card !== null} onClose={onClose} title={t`History of the card`}>
      {card && (
        <Stack>
          {card.front && (
            <Text fw={600} className="breakable">
              {card.front}
            </Text>
          )}
          <History key={card.id} cardId={card.id} />
        </Stack>
      )}
    </Dialog>
  );
}
