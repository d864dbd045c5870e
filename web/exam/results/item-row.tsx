import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Paper, Stack, Text } from '@mantine/core';
import type { Question } from '../../../core/exam/exam.schema.ts';
import { kindNameOf } from '../../../core/exam/question/question-kind.ts';
import type { Item } from '../../../core/exam/results/item-analysis.ts';
import { REVIEW_PARTS } from '../question/review-parts.ts';

interface ItemRowProps {
  item: Item;
  question: Question;
  submissions: number;
}

/** One question: how many had it right, and how often each answer was given. */
export function ItemRow({ item, question, submissions }: ItemRowProps) {
  const { t } = useLingui();
  const { number, unanswered } = item;
  const { Counts } = REVIEW_PARTS[kindNameOf(question)];
  const facility = Math.round(item.facility * 100);
  const students = (count: number) => t`${plural(count, { one: '# student', other: '# students' })}`;
  const missing = students(unanswered);
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <Text fw={600} lineClamp={3} miw={0} className="breakable">
            {number}. {question.question_text}
          </Text>
          <Text size="sm" fw={600} flex="none" className="tabular">
            <Trans>{facility}% right</Trans>
          </Text>
        </Group>
        <Counts question={question} counts={item.counts} submissions={submissions} />
        {unanswered > 0 && (
          <Text size="sm" c="dimmed">
            <Trans>Without an answer: {missing}</Trans>
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
