import type { OwnSettings } from '../../../core/account/account.schema.ts';
import { keepLetterKeys } from '../text/letter-keys.ts';
import { keepSoundChoice } from './sound-choice.ts';

/** What keeps each setting of a person in this browser; one may keep several. */
const KEEPERS: Record<keyof OwnSettings, (settings: Partial<OwnSettings>) => void> = {
  letter_keys: ({ letter_keys }) => keepLetterKeys(letter_keys !== false),
  plays_sound: keepSoundChoice,
  sound_speed: keepSoundChoice,
};

/** Keeps what the account says of keys and sound, so that it holds here also without a network. */
export function keepOwnSettings(settings: Partial<OwnSettings>): void {
  for (const keep of new Set(Object.values(KEEPERS))) keep(settings);
}
