import { spokenLanguage } from '../../core/card/text-language.ts';
import type { DeckLanguages } from '../../core/deck/deck.schema.ts';
import type { CardLanguage } from '../../core/deck/deck-limits.ts';
import { spokenText } from '../../core/text/marked-text.ts';
import { browserClock } from '../lib/live/timing.ts';

/** What is read aloud, and in which language. */
export interface Speech {
  text: string;
  language: CardLanguage;
}

type Sides = Record<'front' | 'back', string>;

/** Undefined in a browser without voices. */
const speaker = (): SpeechSynthesis | undefined =>
  typeof window === 'undefined' ? undefined : window.speechSynthesis;

/** The browser's voice of a language; its default one first. Undefined without any: another language's would mislead. */
export function voiceOf(language: CardLanguage): SpeechSynthesisVoice | undefined {
  const voices = (speaker()?.getVoices() ?? []).filter(
    ({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language,
  );
  return voices.find((voice) => voice.default) ?? voices.find((voice) => voice.localService) ?? voices[0];
}

/** Returns how a side of a card is read aloud here; undefined when it can't be. */
export function speechOf(
  card: Sides,
  side: keyof Sides,
  languages: DeckLanguages | null | undefined,
): Speech | undefined {
  const text = spokenText(card[side]);
  const said = languages?.[`${side}_language`];
  const language = spokenLanguage(text, [card.front, card.back], said);
  return language && voiceOf(language) ? { text, language } : undefined;
}

/** Returns whether a card's front can be heard: by its audio, or by a voice of this browser. */
export const canBeHeard = (
  card: Sides & { audio_file: string | null },
  languages: DeckLanguages | null | undefined,
): boolean => card.audio_file !== null || speechOf(card, 'front', languages) !== undefined;

/** Reads aloud, instead of what was being read. `rate` 1 is as fast as people speak. */
export function say({ text, language }: Speech, rate = 1): void {
  const voice = voiceOf(language);
  if (!voice) return;
  stopSaying();
  const utterance = new SpeechSynthesisUtterance(text);
  Object.assign(utterance, { voice, lang: voice.lang, rate });
  speaker()?.speak(utterance);
}

export function stopSaying(): void {
  speaker()?.cancel();
}

/** Calls back when voices have come: browsers name them late. Returns how to end that. */
export function onVoices(listener: () => void): () => void {
  const voices = speaker();
  voices?.addEventListener?.('voiceschanged', listener);
  return () => voices?.removeEventListener?.('voiceschanged', listener);
}

/** Milliseconds after which a browser that has named no voice is taken to have none. */
const NAMING_MS = 500;

/** Resolves when the browser has named its voices, or has had the time to. */
export function voicesNamed(): Promise<void> {
  if (!speaker() || voiceCount() > 0) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = onVoices(() => end());
    const cancel = browserClock.after(NAMING_MS, () => end());
    const end = () => {
      stop();
      cancel();
      resolve();
    };
  });
}

/** Changes when voices come. */
export const voiceCount = (): number => speaker()?.getVoices().length ?? 0;
