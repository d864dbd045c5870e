import { Plural, useLingui } from '@lingui/react/macro';
import { Alert, List, Paper, ScrollArea, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { OPTION_LETTERS } from '../../core/exam/exam-limits.ts';
import { OPTION_FIELD } from './exam-values.ts';
import { pasteReasonText } from './paste-reason-text.ts';
import classes from './pasted-preview.module.css';
import type { Pasted, PastedQuestion, PasteProblem } from './pasted-questions.ts';

/** Beyond these a list says nothing more. */
const PROBLEMS_SHOWN = 30;

function Problems({ problems }: { problems: readonly PasteProblem[] }) {
  const { t, i18n } = useLingui();
  const hidden = problems.length - PROBLEMS_SHOWN;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t`Not understood`}>
      <List size="sm" spacing={4} aria-label={t`Not understood`}>
        {problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
          <List.Item key={`${problem.line} ${problem.reason.kind}`}>
            <Text span inherit fw={600}>
              {t`Line ${problem.line}`}
            </Text>
            {problem.text && <span className={classes.quote}> “{problem.text.slice(0, 80)}”</span>}
            {`: ${pasteReasonText(i18n, problem.reason)}`}
          </List.Item>
        ))}
      </List>
      {hidden > 0 && (
        <Text size="sm">
          <Plural value={hidden} one="and # more" other="and # more" />
        </Text>
      )}
    </Alert>
  );
}

function Question({ question }: { question: PastedQuestion }) {
  const { t } = useLingui();
  return (
    <li className={classes.question}>
      <Text size="sm" fw={600} className={classes.text}>
        {question.question_text}
      </Text>
      {OPTION_LETTERS.map((letter) => {
        const isRight = question.correct_option === letter;
        return (
          <Text key={letter} size="sm" c={isRight ? undefined : 'dimmed'} className={classes.text}>
            {`${letter}. ${question[OPTION_FIELD[letter]]}`}
            {isRight && (
              <>
                {' '}
                <IconCheck size={14} aria-hidden />
                <VisuallyHidden>{t`right`}</VisuallyHidden>
              </>
            )}
          </Text>
        );
      })}
    </li>
  );
}

/** What was read out of a pasted text: what can be added, and what can't and why. */
export function PastedPreview({ pasted, room }: { pasted: Pasted; room: number }) {
  const { t } = useLingui();
  const { questions, problems } = pasted;
  const shown = questions.slice(0, room);
  return (
    <Stack gap="sm">
      <Text role="status" fw={600}>
        <Plural value={questions.length} one="# question read" other="# questions read" />
        {problems.length > 0 && (
          <>
            {', '}
            <Plural value={problems.length} one="# not understood" other="# not understood" />
          </>
        )}
      </Text>
      {problems.length > 0 && <Problems problems={problems} />}
      {questions.length > room && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          <Plural
            value={room}
            one="The exam has room for # more question."
            other="The exam has room for # more questions."
          />
        </Alert>
      )}
      {shown.length > 0 && (
        <Paper withBorder radius="md">
          <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0 }}>
            <ol className={classes.questions} aria-label={t`Questions that were read`}>
              {shown.map((question) => (
                <Question key={question.line} question={question} />
              ))}
            </ol>
          </ScrollArea.Autosize>
        </Paper>
      )}
    </Stack>
  );
}
