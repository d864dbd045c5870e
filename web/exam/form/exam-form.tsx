import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Group, Paper, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { DURATION_MAX, DURATION_MIN, EXAM_TITLE_MAX } from '../../../core/exam/exam-limits.ts';
import { submitOnControlEnter } from '../../card/submit-on-control-enter.ts';
import { BackLink } from '../../ui/control/back-link.tsx';
import { LetterCounter } from '../../ui/control/letter-counter.tsx';
import { StickyBar } from '../../ui/control/sticky-bar.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { RestoredDraft } from '../draft/restored-draft.tsx';
import { ExamClassField } from './exam-class-field.tsx';
import { examControl } from './exam-controls.ts';
import { problemText } from './exam-problem-text.ts';
import { MainContentFields } from './main-content-fields.tsx';
import { QuestionList } from './question-list.tsx';
import type { ExamForm } from './use-exam-form.ts';

/** Title, duration, and whether students see the exam. */
function ExamHeadFields({ form }: { form: ExamForm }) {
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
        label={t`Visible to students`}
        checked={!values.isHidden}
        onChange={(event) =>
          dispatch({ type: 'changed', fields: { isHidden: !event.currentTarget.checked } })
        }
      />
    </Stack>
  );
}

/** Enter in a field of one line would send an exam that is not finished. */
function keepFromSending(event: KeyboardEvent<HTMLFormElement>): void {
  // A dialog of the form stands elsewhere in the page, but React sends its keys to the form.
  if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
  const isField = event.target instanceof HTMLInputElement;
  if (event.key === 'Enter' && isField && !event.ctrlKey && !event.metaKey) event.preventDefault();
  else submitOnControlEnter(event);
}

interface ExamFormViewProps {
  form: ExamForm;
  heading: ReactNode;
  submitLabel: ReactNode;
  /** Where it leads without saving. */
  back: string;
}

/** The form of a new exam or an existing one. */
export function ExamFormView({ form, heading, submitLabel, back }: ExamFormViewProps) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { questions } = form.values;

  const cancel = async () => {
    const isAsked = form.isChanged();
    const sure =
      !isAsked ||
      (await confirm({
        title: t`Leave without saving?`,
        text: t`What you have changed is discarded.`,
        confirmLabel: t`Discard and leave`,
        danger: true,
      }));
    if (!sure) return;
    form.forget();
    // The question has left an entry of the history, whose place this takes.
    navigate(back, { replace: isAsked });
  };
  const leave = (event: MouseEvent) => {
    // Into another tab: this one stays.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void cancel();
  };

  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <form onSubmit={form.submit} onKeyDown={keepFromSending} noValidate aria-label={t`Exam`}>
        <Stack gap="xl">
          <Stack gap="xs" align="flex-start">
            <BackLink to={back} onClick={leave}>
              <Trans>Back to the exams</Trans>
            </BackLink>
            <Title order={1}>{heading}</Title>
          </Stack>
          <RestoredDraft form={form} />
          {/* What is typed while it is sent would be lost. */}
          <Stack gap="xl" inert={form.saving}>
            <Paper withBorder radius="lg" p="lg">
              <Stack gap="lg">
                <ExamHeadFields form={form} />
                {form.classId !== null && <ExamClassField form={form} />}
                <MainContentFields form={form} />
              </Stack>
            </Paper>
            <QuestionList form={form} />
          </Stack>
          <StickyBar justify="space-between">
            <Text size="sm" c="dimmed" className="tabular">
              <Plural value={questions.length} one="# question" other="# questions" />
            </Text>
            <Group gap="sm">
              <Button variant="default" disabled={form.saving} onClick={() => void cancel()}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={form.saving}>
                {submitLabel}
              </Button>
            </Group>
          </StickyBar>
        </Stack>
      </form>
    </Container>
  );
}
