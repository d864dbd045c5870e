import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { OPTION_FIELD, OPTION_LETTERS } from '../../../../core/exam/exam-limits.ts';
import type { ReviewPart } from '../question-parts.ts';

const Given: ReviewPart['Given'] = ({ question, answer }) => {
  const { t } = useLingui();
  const isRight = answer === question.correct_option;
  return (
    <Stack component="ul" gap={4} className="plain-list">
      {OPTION_LETTERS.map((letter) => (
        <Group key={letter} component="li" gap="xs" justify="space-between" align="flex-start">
          <Text
            size="sm"
            fw={letter === answer || letter === question.correct_option ? 600 : 400}
            flex="1 1 10rem"
            miw={0}
            className="breakable"
          >
            {letter}. <bdi>{question[OPTION_FIELD[letter]]}</bdi>
          </Text>{' '}
          <Group gap={6}>
            {letter === answer && (
              <Badge
                variant="light"
                tt="none"
                color={isRight ? 'teal' : 'red'}
                leftSection={isRight ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
              >
                {t`Chosen`}
              </Badge>
            )}{' '}
            {letter === question.correct_option && (
              <Badge variant="light" tt="none" color="teal">
                {t`Right answer`}
              </Badge>
            )}
          </Group>
        </Group>
      ))}
    </Stack>
  );
};

const Counts: ReviewPart['Counts'] = ({ question, counts, submissions }) => {
  const { t } = useLingui();
  const students = (count: number) => t`${plural(count, { one: '# student', other: '# students' })}`;
  return (
    <Stack component="ul" gap={6} className="plain-list">
      {OPTION_LETTERS.map((letter) => {
        const isRight = letter === question.correct_option;
        const count = counts[letter] ?? 0;
        const share = submissions === 0 ? 0 : (count / submissions) * 100;
        return (
          <li key={letter}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm" fw={isRight ? 600 : 400} lineClamp={2} miw={0}>
                {letter}. <bdi>{question[OPTION_FIELD[letter]]}</bdi>{' '}
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
                {students(count)}
              </Text>
            </Group>
            <Progress value={share} color={isRight ? 'teal' : 'gray.5'} size="sm" aria-hidden />
          </li>
        );
      })}
    </Stack>
  );
};

export const choiceReview: ReviewPart = { Given, Counts };
