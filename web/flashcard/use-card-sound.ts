import type { MessageDescriptor } from '@lingui/core';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import type { DeckLanguages } from '../../core/deck/deck.schema.ts';
import { useSoundChoice } from '../lib/kept/sound-choice.ts';
import { useCardAudio } from './use-card-audio.ts';

type Voice = typeof import('./card-voice.ts');

/** Loaded for the first card without audio; kept, so that the next one has its button at once. Null where it can't be. */
let loaded: Voice | null | undefined;

async function load(): Promise<Voice | null> {
  try {
    const voice = await import('./card-voice.ts');
    await voice.voicesNamed();
    loaded = voice;
    return voice;
  } catch {
    // Tried again with the next session: the network may have been away.
    return null;
  }
}

const nothingToHear = () => () => undefined;
const none = () => 0;

/** What reads aloud, once it is there. Where it can't be loaded, nothing is read. */
export function useVoice(wanted: boolean): { voice: Voice | undefined; isLoading: boolean } {
  const [known, setKnown] = useState(loaded);
  useEffect(() => {
    if (!wanted || known !== undefined) return;
    let isGone = false;
    void load().then((voice) => {
      if (!isGone) setKnown(voice);
    });
    return () => {
      isGone = true;
    };
  }, [wanted, known]);
  // Browsers name their voices late.
  useSyncExternalStore(known?.onVoices ?? nothingToHear, known?.voiceCount ?? none, none);
  return { voice: (wanted && known) || undefined, isLoading: wanted && known === undefined };
}

export interface CardSound {
  play: () => void;
  /** Read aloud by the browser. */
  isSpoken: boolean;
}

/** The sound of a card as it stands: its audio, else what the browser's voice reads of it. Undefined for none. */
export function useCardSound(sounding: {
  /** Which showing of a card it is: each is heard by itself. */
  showing: string;
  card: Pick<Card, 'front' | 'back' | 'audio_file'>;
  languages: DeckLanguages | null;
  backFirst: boolean;
  revealed: boolean;
  /** The audio is what is asked. */
  isDictation: boolean;
  /** What is said of an audio that cannot be played. */
  failed: MessageDescriptor;
}): CardSound | undefined {
  const { showing, card, languages, backFirst, revealed, isDictation, failed } = sounding;
  const frontShown = revealed || !backFirst || isDictation;
  const playAudio = useCardAudio(frontShown ? card.audio_file : null, failed, showing);
  const { voice } = useVoice(card.audio_file === null);
  // What is heard is the front.
  const [question, answer] =
    backFirst && !isDictation ? (['back', 'front'] as const) : (['front', 'back'] as const);
  const speech =
    (revealed && voice?.speechOf(card, answer, languages)) || voice?.speechOf(card, question, languages);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read of one side ends with it
  useEffect(() => voice?.stopSaying, [voice, speech?.text, showing]);

  const { plays_sound, sound_speed } = useSoundChoice();
  const play = playAudio ?? (voice && speech && (() => voice.say(speech, sound_speed)));
  const playNow = useEffectEvent(() => play?.());
  const heard = playAudio ? card.audio_file : speech?.text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that comes again is heard again
  useEffect(() => {
    // A dictation plays by itself anyway.
    if (plays_sound && heard && !isDictation) playNow();
  }, [plays_sound, heard, isDictation, showing]);

  return play && { play, isSpoken: !playAudio };
}
