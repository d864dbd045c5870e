import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, Group, Paper, Text } from '@mantine/core';
import type { PastAnswer } from '../../../core/learning/card-history.schema.ts';
import type { AnswerMode, Rating } from '../../../core/learning/learning.schema.ts';
import { dayNumber } from '../../../core/learning/study-day.ts';
import { dateAndTime } from '../../lib/date-text.ts';

const ratings: Record<Rating, { text: MessageDescriptor; color: string }> = {
  0: { text: msg`Forgot`, color: 'rose' },
  1: { text: msg`Needed a look`, color: 'honey' },
  2: { text: msg`Knew it`, color: 'leaf' },
};

const modes: Record<AnswerMode, MessageDescriptor> = {
  session: msg`turned`,
  typing: msg`typed`,
  choice: msg`chosen from four`,
  dictation: msg`heard and typed`,
  exam: msg`in an exam`,
};

/** One answer of the past: what was known before anything was shown, how it was asked, what came of it. */
export function PastAnswerRow({ answer }: { answer: PastAnswer }) {
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
