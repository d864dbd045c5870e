import { useSyncExternalStore } from 'react';
import { createListeners } from '../lib/listeners.ts';
import { STORAGE_KEY } from '../lib/storage-key.ts';

/** How cards are heard on this device. */
export interface SoundChoice {
  /** A card is heard without a button being pressed. */
  playsItself: boolean;
  /** 1 is as fast as it was spoken. */
  speed: number;
}

export const SPEEDS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5];
const DEFAULT: SoundChoice = { playsItself: false, speed: 1 };

const listeners = createListeners();
let read: { text: string | null; choice: SoundChoice } = { text: null, choice: DEFAULT };

/** Returns what a device keeps as a choice; what it does not know is as by default. */
export function choiceIn(text: string | null): SoundChoice {
  const [, playing, speed = ''] = /^(auto|button) ([\d.]+)$/.exec(text ?? '') ?? [];
  return {
    playsItself: playing === 'auto',
    speed: SPEEDS.includes(Number(speed)) ? Number(speed) : DEFAULT.speed,
  };
}

/** Returns the choice, the same object as long as nothing changes. */
export function soundChoice(): SoundChoice {
  let text: string | null = null;
  try {
    text = localStorage.getItem(STORAGE_KEY.sound);
  } catch {
    // A browser that keeps nothing.
  }
  if (text !== read.text) read = { text, choice: choiceIn(text) };
  return read.choice;
}

export function keepSoundChoice({ playsItself, speed }: SoundChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY.sound, `${playsItself ? 'auto' : 'button'} ${speed}`);
  } catch {
    // It is as by default then.
  }
  listeners.notify();
}

/** The choice, also when it changes in this tab. */
export const useSoundChoice = (): SoundChoice =>
  useSyncExternalStore(listeners.add, soundChoice, () => DEFAULT);
