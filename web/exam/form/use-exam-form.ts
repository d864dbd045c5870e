import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Exam, MainContentType } from '../../../core/exam/exam.schema.ts';
import { ApiError } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { type ExamDraft, readDraft, restoredValues, useExamDraft } from '../draft/use-exam-draft.ts';
import { examAfter } from './exam-form.reducer.ts';
import { audioRefusal, checkExam, type ExamField, type ExamProblems, wrongControls } from './exam-rules.ts';
import { type ExamValues, examValues, NEW_EXAM, sameExam } from './exam-values.ts';

/** The fields of the form by the names that the server has for them. */
const FIELD: Record<string, ExamField> = {
  title: 'title',
  duration_minutes: 'duration',
  main_content_type: 'contentType',
  main_text: 'mainText',
  main_audio: 'audio',
};

/** The fields of the form that the server named. Of the questions it names parts, which the notice shows. */
export function refusedFields(error: unknown): ExamProblems {
  const named = error instanceof ApiError ? Object.keys(error.errors ?? {}) : [];
  return Object.fromEntries(named.flatMap((name) => (FIELD[name] ? [[FIELD[name], 'refused']] : [])));
}

/** The server's own text says all about the audio. */
export const isAboutAudio = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_an_exam_audio' || error.code === 'exam_audio_too_large');

interface ExamFormOptions {
  /** Null for a new one. */
  exam: Exam | null;
  asksForClass: boolean;
  /**
   * Returns what to do when it was sent, null when it was not after all. Rejects with the server's refusal. Unless it
   * was sent, what was typed stays.
   */
  send: (
    ready: {
      values: ExamValues;
      audio: File | null;
      /** Null when the form does not ask for a class. */
      classId: string | null;
    },
    saved: ExamValues,
  ) => Promise<(() => void) | null>;
  onFailed: (error: unknown) => void;
}

const REFUSAL_TEXT = {
  not_an_exam_audio: msg`Please select a valid audio file (MP3 or WAV)`,
  exam_audio_too_large: msg`Audio file must be less than 10MB`,
};

/** An exam while it is written: its values, what is wrong with them, its draft, its sending. */
export function useExamForm({ exam, asksForClass, send, onFailed }: ExamFormOptions) {
  const { i18n } = useLingui();
  const notices = useNotices();
  const examId = exam?.id ?? null;
  const [saved] = useState(() => (exam ? examValues(exam) : NEW_EXAM));
  const [found] = useState(() => {
    const draft = readDraft(examId);
    const values = draft && restoredValues(draft, saved);
    return draft && values ? { ...draft, values } : null;
  });
  const [restored, setRestored] = useState<ExamDraft | null>(found);
  const [values, dispatch] = useReducer(examAfter, found?.values ?? saved);
  const [classId, setClassId] = useState(asksForClass ? (found?.classId ?? '') : null);
  const [audio, setAudio] = useState<File | null>(null);
  const [audioProblem, setAudioProblem] = useState<string>();
  const [refused, setRefused] = useState<ExamProblems>({});
  /** The last question that was there when something was found wrong; later ones are not marked yet. */
  const [markedUpTo, setMarkedUpTo] = useState<number | null>(null);
  const [saving, setSaving] = useState(false);
  const isBusy = useRef(false);

  const lostAudio = audio !== null || (restored?.lostAudio === true && values.contentType === 'audio');
  const draft = useMemo(() => ({ values, classId, lostAudio }), [values, classId, lostAudio]);
  const forget = useExamDraft(examId, saved, draft);

  const problems: ExamProblems = {
    ...refused,
    ...(markedUpTo !== null && checkExam(values, { audio, classId })),
  };

  const accept = (field: ExamField) => setRefused((current) => ({ ...current, [field]: undefined }));

  const chooseAudio = (file: File | null) => {
    const refusal = file && audioRefusal(file);
    const text = refusal ? i18n._(REFUSAL_TEXT[refusal]) : undefined;
    setAudioProblem(text);
    if (text !== undefined) {
      notices.error(text);
      return;
    }
    accept('audio');
    setAudio(file);
  };

  const chooseContentType = (contentType: MainContentType) => {
    dispatch({ type: 'content-type-chosen', contentType });
    setAudio(null);
    setAudioProblem(undefined);
    setRefused((current) => ({ ...current, contentType: undefined, mainText: undefined, audio: undefined }));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy.current) return;
    const wrong = checkExam(values, { audio, classId });
    const controls = wrongControls(values, wrong);
    if (controls[0] !== undefined) {
      // Marked first: with the focus, the field is read out, and what is wrong with it.
      flushSync(() => setMarkedUpTo(values.lastKey));
      const onlyClass = wrong.classId !== undefined && controls.length === 1;
      notices.error(i18n._(onlyClass ? noticeText.selectAClass : msg`Please fill all required fields`));
      document.getElementById(controls[0])?.focus();
      return;
    }
    isBusy.current = true;
    setSaving(true);
    try {
      const leave = await send({ values, audio, classId }, saved);
      if (!leave) return;
      forget();
      leave();
    } catch (error) {
      setRefused(refusedFields(error));
      if (isAboutAudio(error)) setAudioProblem(errorText(i18n, error));
      onFailed(error);
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };

  /** Back to what is saved. */
  const discard = () => {
    dispatch({ type: 'replaced', values: { ...saved, lastKey: values.lastKey } });
    setRestored(null);
    setMarkedUpTo(null);
    setAudio(null);
    setAudioProblem(undefined);
  };

  return {
    values,
    dispatch,
    accept,
    classId,
    setClassId,
    audio,
    audioProblem,
    chooseAudio,
    chooseContentType,
    problems,
    markedUpTo,
    saving,
    submit,
    restored,
    discard,
    forget,
    isChanged: () => audio !== null || !sameExam(values, saved),
  };
}

export type ExamForm = ReturnType<typeof useExamForm>;
