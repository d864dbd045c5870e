import { useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './question-chips.module.css';
import { type ExamSession, QUESTIONS_PER_PAGE } from './state/exam-session.state.ts';

type ChipState = 'answered' | 'skipped' | 'open';

interface QuestionChipsProps {
  session: ExamSession;
  onGo: (questionId: number) => void;
}

/** Every question by its number, and what was done with it. */
export function QuestionChips({ session, onGo }: QuestionChipsProps) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const first = (session.page - 1) * QUESTIONS_PER_PAGE;

  // The chips of another page may be out of sight; what scrolls is the list alone.
  useEffect(() => {
    const chip = list.current?.children[first];
    if (list.current && chip instanceof HTMLElement) list.current.scrollLeft = chip.offsetLeft - 4;
  }, [first]);

  const nameOf = (number: number, state: ChipState): string =>
    ({
      answered: t`Question ${number}: answered`,
      skipped: t`Question ${number}: skipped`,
      open: t`Question ${number}: open`,
    })[state];
  return (
    <nav aria-label={t`Questions`}>
      <ol ref={list} className={classes.chips} data-over={session.phase === 'submitted' || undefined}>
        {session.exam.questions.map(({ id }, index) => {
          const mark = session.marks[id];
          const state = mark === undefined ? 'open' : mark === 'skipped' ? 'skipped' : 'answered';
          const isHere = index >= first && index < first + QUESTIONS_PER_PAGE;
          return (
            <li key={id}>
              <UnstyledButton
                className={classes.chip}
                data-state={state}
                data-here={isHere || undefined}
                aria-label={nameOf(index + 1, state)}
                onClick={() => onGo(id)}
              >
                {index + 1}
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
