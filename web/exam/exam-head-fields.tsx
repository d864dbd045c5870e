import { useLingui } from '@lingui/react/macro';
import { Stack, Switch, TextInput } from '@mantine/core';
import { DURATION_MAX, DURATION_MIN, EXAM_TITLE_MAX } from '../../core/exam/exam-limits.ts';
import { LetterCounter } from '../ui/letter-counter.tsx';
import { examControl } from './exam-controls.ts';
import { problemText } from './exam-problem-text.ts';
import type { ExamForm } from './use-exam-form.ts';

/** Title, duration, and whether students see the exam. */
export function ExamHeadFields({ form }: { form: ExamForm }) {
  const { t, i18n } = useLingui();
  const { values, dispatch, problems, accept } = form;
  return (
    <Stack>
      <TextInput
        id={examControl('title')}
        label={t`Title`}
        required
        withAsterisk={false}
        autoComplete="off"
        value={values.title}
        onChange={(event) => {
          accept('title');
          dispatch({ type: 'changed', fields: { title: event.currentTarget.value } });
        }}
        error={problemText(i18n, problems.title)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={<LetterCounter text={values.title.trim()} limit={EXAM_TITLE_MAX} />}
      />
      <TextInput
        id={examControl('duration')}
        type="number"
        inputMode="numeric"
        label={t`Duration in minutes`}
        description={t`From ${DURATION_MIN} to ${DURATION_MAX}`}
        required
        withAsterisk={false}
        maw={220}
        min={DURATION_MIN}
        max={DURATION_MAX}
        step={1}
        value={values.duration}
        onChange={(event) => {
          accept('duration');
          dispatch({ type: 'changed', fields: { duration: event.currentTarget.value } });
        }}
        error={problemText(i18n, problems.duration)}
      />
      <Switch
        label={t`Hidden from students`}
        description={t`You can show it later, in the list of your exams.`}
        checked={values.isHidden}
        onChange={(event) => dispatch({ type: 'changed', fields: { isHidden: event.currentTarget.checked } })}
      />
    </Stack>
  );
}
