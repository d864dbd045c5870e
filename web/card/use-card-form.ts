import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import type { CardTextName } from '../../core/card/card-fields.ts';
import { CARD_AUDIO_MAX } from '../../core/card/card-limits.ts';
import { errorMessages } from '../lib/error-text.ts';
import { noticeText } from '../lib/notice-text.ts';
import { useNotices } from '../ui/notices.tsx';
import { cardRefusal, isAboutAudio, refusedFields } from './card-refusal.ts';
import { type AudioChoice, type CardProblems, type CardValues, checkCard } from './card-rules.ts';

const MEGABYTE = 1024 * 1024;

interface CardFormOptions {
  initial: CardValues;
  /** Rejects with the server's refusal: what was typed then stays. */
  send: (values: CardValues, audio: AudioChoice) => Promise<void>;
  /** With the reason, in words. */
  onFailed: (error: unknown, reason: string) => void;
}

/** Returns what the forms for a new card and for an existing one have in common. */
export function useCardForm({ initial, send, onFailed }: CardFormOptions) {
  const { i18n } = useLingui();
  const notices = useNotices();
  const [values, setValues] = useState(initial);
  const [audio, setAudio] = useState<AudioChoice>();
  const [problems, setProblems] = useState<CardProblems>({});
  const [audioProblem, setAudioProblem] = useState<string>();
  const [saving, setSaving] = useState(false);

  const change = (field: CardTextName) => (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const { value } = event.currentTarget;
    setValues((current) => ({ ...current, [field]: value }));
    setProblems((current) => ({ ...current, [field]: undefined }));
  };

  const chooseAudio = (choice: AudioChoice) => {
    if (choice && choice.size > CARD_AUDIO_MAX) {
      const megabytes = CARD_AUDIO_MAX / MEGABYTE;
      const text = i18n._({ ...errorMessages.audio_too_large, values: { megabytes } });
      setAudioProblem(text);
      notices.error(text);
      return;
    }
    setAudioProblem(undefined);
    setAudio(choice);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving) return;
    const { elements } = event.currentTarget;
    const found = checkCard(values);
    setProblems(found);
    const [firstWrong] = Object.keys(found);
    if (firstWrong !== undefined) {
      if (Object.values(found).includes('required')) notices.error(i18n._(noticeText.frontBackRequired));
      const control = elements.namedItem(firstWrong);
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    setSaving(true);
    try {
      await send(values, audio);
    } catch (error) {
      const reason = cardRefusal(i18n, error);
      setProblems(refusedFields(error));
      if (isAboutAudio(error)) setAudioProblem(reason);
      onFailed(error, reason);
    } finally {
      setSaving(false);
    }
  };

  /** Puts other texts into the form, and leaves the audio as it is on the server. */
  const take = (taken: CardValues) => {
    setValues(taken);
    setAudio(undefined);
    setProblems({});
    setAudioProblem(undefined);
  };

  const clear = () => {
    setValues(initial);
    setAudio(undefined);
    setAudioProblem(undefined);
  };

  return { values, audio, problems, audioProblem, saving, change, chooseAudio, submit, take, clear };
}

export type CardForm = ReturnType<typeof useCardForm>;
