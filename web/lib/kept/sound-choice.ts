import { useSyncExternalStore } from 'react';
import { SOUND_SPEEDS } from '../../../core/account/account-limits.ts';
import type { OwnAccount } from '../../../core/account/own-account.schema.ts';
import { createListeners } from '../live/listeners.ts';
import { keepOrDrop, plainStorage, STORAGE_KEY } from './storage-key.ts';

/** How cards are heard; the account says so, and each browser keeps it. */
export type SoundChoice = Pick<OwnAccount, 'plays_sound' | 'sound_speed'>;

const DEFAULT: SoundChoice = { plays_sound: false, sound_speed: 1 };

const listeners = createListeners();
let read: { text: string | null; choice: SoundChoice } = { text: null, choice: DEFAULT };

/** Returns what a browser keeps as a choice; what it does not know is as by default. */
function choiceIn(text: string | null): SoundChoice {
  const [, playing, speed] = /^(auto|button) ([\d.]+)$/.exec(text ?? '') ?? [];
  return {
    plays_sound: playing === 'auto',
    sound_speed: SOUND_SPEEDS.find((known) => known === Number(speed)) ?? DEFAULT.sound_speed,
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

/** Keeps what the account says. */
export function keepSoundChoice({ plays_sound = false, sound_speed = 1 }: Partial<SoundChoice>): void {
  const isDefault = !plays_sound && sound_speed === 1;
  keepOrDrop(STORAGE_KEY.sound, isDefault ? null : `${plays_sound ? 'auto' : 'button'} ${sound_speed}`);
  listeners.notify();
}

/** What was chosen where the browser could not keep it: it holds as long as the page. */
let quietOfPage: boolean | undefined;

/**
 * Whether answers are neither heard nor felt on this device: a class has many in one room. A browser that keeps nothing
 * could not be quietened, and is quiet.
 */
export const areAnswersQuiet = (): boolean =>
  quietOfPage ?? plainStorage()?.getItem(STORAGE_KEY.quietAnswers) !== null;

export function keepAnswersQuiet(areQuiet: boolean): void {
  const isKept = keepOrDrop(STORAGE_KEY.quietAnswers, areQuiet ? 'yes' : null);
  quietOfPage = isKept ? undefined : areQuiet;
}

/** The choice, also when it changes in this tab. */
export const useSoundChoice = (): SoundChoice =>
  useSyncExternalStore(listeners.add, soundChoice, () => DEFAULT);
