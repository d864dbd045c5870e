import { useLingui } from '@lingui/react/macro';
import { Radio, Textarea } from '@mantine/core';
import type { OptionLetter } from '../../core/exam/exam.schema.ts';
import classes from './question-block.module.css';

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
export function OptionField({ letter, id, text, onText, error, right }: OptionFieldProps) {
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
