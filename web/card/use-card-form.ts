import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, useState } from 'react';
import type { CardTextName } from '../../core/contract/card-fields.ts';
import { CARD_AUDIO_MAX } from '../../core/contract/card-limits.ts';
import { type AudioChoice, type CardProblems, type CardValues, checkCard } from '../deck/card-rules.ts';
import { errorMessages } from '../lib/call/error-text.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useSubmit } from '../ui/feedback/use-submit.ts';
import { cardRefusal, isAboutAudio, refusedFields } from './card-refusal.ts';

const MEGABYTE = 1024 * 1024;

interface CardFormOptions {
  initial: CardValues;
  /** Rejects with the server's refusal: what was typed then stays. */
  send: (values: CardValues, audio: AudioChoice) => Promise<void>;
  /** With the reason, in words. */
  onFailed: (error: unknown, reason: string) => void;
}

export function useCardForm({ initial, send, onFailed }: CardFormOptions) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const [values, setValues] = useState(initial);
  const [audio, setAudio] = useState<AudioChoice>();
  const [problems, setProblems] = useState<CardProblems>({});
  const [audioProblem, setAudioProblem] = useState<string>();

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

  const { submit, sending } = useSubmit({
    check: () => {
      const found = checkCard(values);
      setProblems(found);
      if (Object.values(found).includes('required')) notices.error(t`Front and back are required`);
      return Object.keys(found)[0];
    },
    run: () => send(values, audio),
    failed: (error) => {
      const reason = cardRefusal(i18n, error);
      setProblems(refusedFields(error));
      if (isAboutAudio(error)) setAudioProblem(reason);
      onFailed(error, reason);
    },
  });

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

  return { values, audio, problems, audioProblem, saving: sending, change, chooseAudio, submit, take, clear };
}

export type CardForm = ReturnType<typeof useCardForm>;
