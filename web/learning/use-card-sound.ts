import { useEffect, useSyncExternalStore } from 'react';
import type { Card } from '../../core/card/card.schema.ts';
import type { DeckLanguages } from '../../core/deck/deck.schema.ts';
import { onVoices, say, speechOf, stopSaying, voiceCount } from './card-voice.ts';
import { useCardAudio } from './use-card-audio.ts';

interface Sounding {
  card: Pick<Card, 'front' | 'back' | 'audio_file'>;
  languages: DeckLanguages | null;
  backFirst: boolean;
  revealed: boolean;
  /** The audio is what is asked. */
  isDictation: boolean;
}

export interface CardSound {
  play: () => void;
  /** Read aloud by the browser. */
  isSpoken: boolean;
}

/** The sound of a card as it stands: its audio, else what the browser's voice reads of it. Undefined for none. */
export function useCardSound({
  card,
  languages,
  backFirst,
  revealed,
  isDictation,
}: Sounding): CardSound | undefined {
  useSyncExternalStore(onVoices, voiceCount, () => 0);
  const frontShown = revealed || !backFirst || isDictation;
  const playAudio = useCardAudio(frontShown ? card.audio_file : null);
  const [question, answer] = backFirst ? (['back', 'front'] as const) : (['front', 'back'] as const);
  const speech =
    card.audio_file !== null
      ? undefined
      : ((revealed ? speechOf(card, answer, languages) : undefined) ?? speechOf(card, question, languages));

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read of one side ends with it
  useEffect(() => stopSaying, [speech?.text]);

  if (playAudio) return { play: playAudio, isSpoken: false };
  return speech && { play: () => say(speech), isSpoken: true };
}
