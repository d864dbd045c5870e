import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { submitOnControlEnter } from '../card/submit-on-control-enter.ts';
import { BackLink } from '../ui/back-link.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { ExamClassField } from './exam-class-field.tsx';
import classes from './exam-form.module.css';
import { ExamHeadFields } from './exam-head-fields.tsx';
import { MainContentFields } from './main-content-fields.tsx';
import { QuestionList } from './question-list.tsx';
import { RestoredDraft } from './restored-draft.tsx';
import type { ExamForm } from './use-exam-form.ts';

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
          <Group className={classes.actions} justify="space-between">
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
          </Group>
        </Stack>
      </form>
    </Container>
  );
}
