import { useLingui } from '@lingui/react/macro';
import { Radio, SimpleGrid, Text, Textarea } from '@mantine/core';
import { OPTION_FIELD, OPTION_LETTERS } from '../../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../../core/exam/question/choice.schema.ts';
import { problemText, questionControl } from '../../form/exam-rules.ts';
import type { EditPart } from '../question-parts.ts';
import classes from './choice-edit.module.css';

interface OptionFieldProps {
  letter: OptionLetter;
  id: string;
  text: string;
  onText: (text: string) => void;
  error: string | undefined;
  /** The radio button beside it. */
  right: {
    id: string;
    name: string;
    checked: boolean;
    onChoose: () => void;
    describedBy: string | undefined;
  };
}

/** One of a question's options; the button in it says that it is the right one. */
function OptionField({ letter, id, text, onText, error, right }: OptionFieldProps) {
  const { t } = useLingui();
  return (
    <Textarea
      id={id}
      label={t`Option ${letter}`}
      required
      withAsterisk={false}
      autoComplete="off"
      rows={1}
      classNames={{ input: classes.option }}
      value={text}
      // An option is one text: what was pasted over several lines becomes one line.
      onChange={(event) => onText(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
      error={error}
      leftSectionPointerEvents="all"
      leftSection={
        <Radio
          id={right.id}
          name={right.name}
          value={letter}
          checked={right.checked}
          onChange={right.onChoose}
          aria-label={t`Option ${letter} is right`}
          aria-invalid={right.describedBy !== undefined}
          aria-describedby={right.describedBy}
        />
      }
    />
  );
}

export const ChoiceEdit: EditPart = ({ question, problems, onChange }) => {
  const { i18n } = useLingui();
  const { key, correct_option: correct } = question;
  const problemId = problems.correct_option && `question-${key}-problem`;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
        {OPTION_LETTERS.map((letter) => {
          const field = OPTION_FIELD[letter];
          return (
            <OptionField
              key={letter}
              letter={letter}
              id={questionControl(key, field)}
              text={question[field]}
              onText={(text) => onChange({ [field]: text })}
              error={problemText(i18n, problems[field])}
              right={{
                id:
                  letter === 'A' ? questionControl(key, 'correct_option') : `question-${key}-right-${letter}`,
                name: `question-${key}-right`,
                checked: correct === letter,
                onChoose: () => onChange({ correct_option: letter }),
                describedBy: problemId,
              }}
            />
          );
        })}
      </SimpleGrid>
      {problemId && (
        <Text id={problemId} size="xs" c="var(--mantine-color-error)">
          {problemText(i18n, problems.correct_option)}
        </Text>
      )}
    </>
  );
};
