import type { OwnSettings } from '../../../core/account/account.schema.ts';
import { keepLetterKeys } from '../text/letter-keys.ts';
import { keepSoundChoice } from './sound-choice.ts';

type Kept = 'letter_keys' | 'plays_sound' | 'sound_speed';

/** Keeps what the account says of keys and sound, so that it holds here also without a network. */
export function keepOwnSettings(settings: Partial<OwnSettings>): void {
  // The compiler asks here for one more setting.
  settings satisfies Record<Exclude<keyof OwnSettings, Kept>, never>;
  keepLetterKeys(settings.letter_keys !== false);
  keepSoundChoice(settings);
}
