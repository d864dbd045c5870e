import { useLingui } from '@lingui/react/macro';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { type LetterMark, letterFeedback } from '../../core/learning/answering/typed-answer.ts';
import classes from './typed-answer.module.css';

interface LetterMarksProps {
  typed: string;
  expected: string;
  /** It is still being typed: only what is right stands out. */
  isCalm?: boolean;
}

/** The typed letters, each marked by colour and by line: right, right but for the accent, wrong, too many. */
export function LetterMarks({ typed, expected, isCalm = false }: LetterMarksProps) {
  const { t } = useLingui();
  const marks = letterFeedback(typed, expected);
  const right = marks.filter(({ mark }) => mark === 'correct').length;
  const style = (mark: LetterMark) => classes[mark];
  return (
    <Group gap={0} wrap="wrap">
      <VisuallyHidden>{t`${right} of ${marks.length} letters are right`}</VisuallyHidden>
      <Text
        component="span"
        aria-hidden
        className={isCalm ? `${classes.letters} ${classes.calm}` : classes.letters}
        data-joined={/\p{Script=Arabic}/u.test(typed) || undefined}
      >
        {marks.map(({ letter, mark }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a letter is its place
          <span key={index} className={style(mark)} data-mark={mark}>
            {letter}
          </span>
        ))}
      </Text>
    </Group>
  );
}
