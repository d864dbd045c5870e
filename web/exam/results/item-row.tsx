import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Paper, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Question } from '../../../core/exam/exam.schema.ts';
import { OPTION_LETTERS } from '../../../core/exam/exam-limits.ts';
import type { Item } from '../../../core/exam/item-analysis.ts';
import { optionText } from '../option-text.ts';

interface ItemRowProps {
  item: Item;
  /** Unknown for a moment when the exam has just been changed. */
  question: Question | undefined;
  submissions: number;
}

/** One question: how many had it right, and how many chose each option. */
export function ItemRow({ item, question, submissions }: ItemRowProps) {
  const { t } = useLingui();
  const { number, chosen, correctOption, unanswered } = item;
  const facility = Math.round(item.facility * 100);
  const share = (count: number) => (submissions === 0 ? 0 : (count / submissions) * 100);
  const students = (count: number) => t`${plural(count, { one: '# student', other: '# students' })}`;
  const missing = students(unanswered);
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <Text fw={600} lineClamp={3} miw={0} className="breakable">
            {number}. {question?.question_text}
          </Text>
          <Text size="sm" fw={600} flex="none" className="tabular">
            <Trans>{facility}% right</Trans>
          </Text>
        </Group>
        <Stack component="ul" gap={6} className="plain-list">
          {OPTION_LETTERS.map((letter) => {
            const isRight = letter === correctOption;
            return (
              <li key={letter}>
                <Group justify="space-between" gap="xs" wrap="nowrap">
                  <Text size="sm" fw={isRight ? 600 : 400} lineClamp={2} miw={0}>
                    {letter}. {question && optionText(question, letter)}{' '}
                    {isRight && (
                      <>
                        <IconCheck
                          size={16}
                          aria-hidden
                          color="var(--mantine-color-teal-filled)"
                          style={{ verticalAlign: 'text-bottom' }}
                        />
                        <VisuallyHidden>{t`(right answer)`}</VisuallyHidden>
                      </>
                    )}
                  </Text>{' '}
                  <Text size="sm" flex="none" className="tabular">
                    {students(chosen[letter])}
                  </Text>
                </Group>
                <Progress
                  value={share(chosen[letter])}
                  color={isRight ? 'teal' : 'gray.5'}
                  size="sm"
                  aria-hidden
                />
              </li>
            );
          })}
        </Stack>
        {unanswered > 0 && (
          <Text size="sm" c="dimmed">
            <Trans>Without an answer: {missing}</Trans>
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
