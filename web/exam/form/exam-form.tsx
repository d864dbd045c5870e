import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  Alert,
  Anchor,
  Button,
  Container,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { MainContentType } from '../../../core/exam/exam.schema.ts';
import { DURATION_MAX, DURATION_MIN, EXAM_TITLE_MAX } from '../../../core/exam/exam-limits.ts';
import { parseClassNumber } from '../../classroom/class-number.ts';
import { classOptions } from '../../classroom/class-options.ts';
import { useClasses } from '../../classroom/classroom.queries.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { AudioFileInput, AudioPlayer } from '../../ui/control/audio-file-input.tsx';
import { BackLink } from '../../ui/control/back-link.tsx';
import { LetterCounter } from '../../ui/control/letter-counter.tsx';
import { StickyBar } from '../../ui/control/sticky-bar.tsx';
import { submitOnControlEnter } from '../../ui/control/submit-on-control-enter.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { examAudioUrl } from './exam-audio-url.ts';
import { examControl, problemText } from './exam-rules.ts';
import { QuestionList } from './question-list.tsx';
import type { ExamForm } from './use-exam-form.ts';

/** The class that the address names, and where saving and cancelling lead: to its exams, or to all exams. */
export function useAskedClass(): { classId: number | null; back: string } {
  const [query] = useSearchParams();
  const classId = parseClassNumber(query.get('classId') ?? '');
  return { classId, back: classId === null ? paths.teacherExams() : paths.classExams(classId) };
}

/** Says that what was not saved last time is in the form again, and how to be rid of it. */
function RestoredDraft({ form }: { form: ExamForm }) {
  const { t } = useLingui();
  const confirm = useConfirm();
  if (!form.restored) return null;
  const needsAudio = form.restored.lostAudio && form.values.contentType === 'audio' && !form.audio;
  const discard = async () => {
    const sure = await confirm({
      title: t`Discard what was not saved?`,
      text: t`It cannot be brought back.`,
      confirmLabel: t`Discard`,
      danger: true,
    });
    if (sure) form.discard();
  };
  return (
    <Alert role="status" icon={<IconHistory aria-hidden />} title={t`Your unsaved work is back`}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t`This is what you had written here and not saved yet.`}{' '}
          {needsAudio && t`Only the audio file has to be chosen again.`}
        </Text>
        <Button size="xs" variant="default" onClick={() => void discard()}>
          {t`Discard it`}
        </Button>
      </Stack>
    </Alert>
  );
}

const ACCEPTED = '.mp3,.wav,audio/mpeg,audio/wav,audio/x-wav';

/** What all questions are about: a text, an audio, or nothing. */
function MainContentFields({ form }: { form: ExamForm }) {
  const { t, i18n } = useLingui();
  const { values, dispatch, problems, accept } = form;
  const { contentType, audioPath } = values;
  const types: { value: MainContentType; label: string }[] = [
    { value: 'none', label: t`None, only questions` },
    { value: 'text', label: t`A text to read` },
    { value: 'audio', label: t`An audio to listen to` },
  ];
  return (
    <Stack>
      <NativeSelect
        id={examControl('contentType')}
        label={t`Main content`}
        maw={420}
        data={types}
        value={contentType}
        onChange={({ currentTarget: { value } }) => {
          const chosen = types.find((type) => type.value === value);
          if (chosen) form.chooseContentType(chosen.value);
        }}
        error={problemText(i18n, problems.contentType)}
      />
      {contentType === 'text' && (
        <Textarea
          id={examControl('mainText')}
          label={t`Main text`}
          required
          withAsterisk={false}
          autosize
          minRows={5}
          maxRows={20}
          value={values.mainText}
          onChange={(event) => {
            accept('mainText');
            dispatch({ type: 'changed', fields: { mainText: event.currentTarget.value } });
          }}
          error={problemText(i18n, problems.mainText)}
        />
      )}
      {contentType === 'audio' && (
        <>
          {audioPath && !form.audio && (
            <AudioPlayer src={examAudioUrl(audioPath)} label={t`Listen to the exam's audio`} preload="none" />
          )}
          <AudioFileInput
            id={examControl('audio')}
            label={audioPath ? t`Other audio (optional)` : t`Audio`}
            description={t`MP3 or WAV, less than 10 MB`}
            accept={ACCEPTED}
            file={form.audio}
            onChange={form.chooseAudio}
            error={form.audioProblem ?? problemText(i18n, problems.audio)}
          />
        </>
      )}
    </Stack>
  );
}

function ExamClassField({ form }: { form: ExamForm }) {
  const { t, i18n } = useLingui();
  const { data, error, mutate } = useClasses();
  useFailedRead(error, failureText.loadClassesFailed);
  const own = data?.filter(({ is_teacher }) => is_teacher);
  const { classId, setClassId } = form;
  // A class of the draft may be gone by now.
  const isGone = own !== undefined && classId !== '' && !own.some(({ id }) => String(id) === classId);
  useEffect(() => {
    if (isGone) setClassId('');
  }, [isGone, setClassId]);
  const id = examControl('classId');
  if (!own && error)
    return (
      <div id={id} tabIndex={-1}>
        <LoadError error={error} onRetry={() => void mutate()} />
      </div>
    );
  if (!own) return <LoadingBlock id={id} tabIndex={-1} height={62} />;
  if (own.length === 0)
    return (
      <Text id={id} tabIndex={-1} size="sm">
        <Trans>
          You have no class yet.{' '}
          <Anchor component={Link} inherit underline="always" to={paths.teacherClasses()}>
            Make one first
          </Anchor>
          ; what you write here is kept.
        </Trans>
      </Text>
    );
  return (
    <NativeSelect
      id={id}
      label={t`Class`}
      maw={420}
      required
      withAsterisk={false}
      value={classId ?? ''}
      onChange={(event) => setClassId(event.currentTarget.value)}
      data={[{ value: '', label: t`No class chosen` }, ...classOptions(own)]}
      error={problemText(i18n, form.problems.classId)}
    />
  );
}

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
              {t`Back to the exams`}
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
                {t`Cancel`}
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
