import { useEffect, useState, useSyncExternalStore } from 'react';

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
