import { Radio } from '@mantine/core';
import { OPTION_FIELD, OPTION_LETTERS } from '../../../../core/exam/exam-limits.ts';
import type { TakePart } from '../question-parts.ts';
import classes from './choice-take.module.css';

export const ChoiceTake: TakePart = ({ question, answer, isOpen, controlId, onAnswer }) =>
  OPTION_LETTERS.map((letter, index) => (
    <Radio
      key={letter}
      id={index === 0 ? controlId : `${controlId}-${letter}`}
      name={controlId}
      value={letter}
      label={
        <>
          {letter}. <bdi>{question[OPTION_FIELD[letter]]}</bdi>
        </>
      }
      checked={answer === letter}
      disabled={!isOpen}
      onChange={() => onAnswer(letter)}
      classNames={{
        root: classes.option,
        body: classes.row,
        inner: classes.dot,
        labelWrapper: classes.words,
        label: classes.label,
      }}
    />
  ));
