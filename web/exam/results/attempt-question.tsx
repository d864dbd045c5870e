import { Trans } from '@lingui/react/macro';
import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { OptionLetter, Question } from '../../../core/exam/exam.schema.ts';
import { OPTION_LETTERS } from '../../../core/exam/exam-limits.ts';
import { optionText } from '../option-text.ts';

interface AttemptQuestionProps {
  number: number;
  question: Question;
  chosen: OptionLetter | undefined;
}

/** A question with what was chosen and what is right. */
export function AttemptQuestion({ number, question, chosen }: AttemptQuestionProps) {
  const isRight = chosen === question.correct_option;
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Stack gap="xs">
        <Text fw={600} className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
          {number}. {question.question_text}
        </Text>
        <Stack component="ul" gap={4} className="plain-list">
          {OPTION_LETTERS.map((letter) => (
            <Group key={letter} component="li" gap="xs" justify="space-between" align="flex-start">
              <Text
                size="sm"
                fw={letter === chosen || letter === question.correct_option ? 600 : 400}
                flex="1 1 10rem"
                miw={0}
                className="breakable"
              >
                {letter}. {optionText(question, letter)}
              </Text>{' '}
              <Group gap={6}>
                {letter === chosen && (
                  <Badge
                    variant="light"
                    tt="none"
                    color={isRight ? 'teal' : 'red'}
                    leftSection={
                      isRight ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />
                    }
                  >
                    <Trans>Chosen</Trans>
                  </Badge>
                )}{' '}
                {letter === question.correct_option && (
                  <Badge variant="light" tt="none" color="teal">
                    <Trans>Right answer</Trans>
                  </Badge>
                )}
              </Group>
            </Group>
          ))}
        </Stack>
        {chosen === undefined && (
          <Text size="sm" c="dimmed">
            <Trans>Not answered</Trans>
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
