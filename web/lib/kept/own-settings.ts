import type { User } from '../../../core/account/account.schema.ts';
import { keepLetterKeys } from '../text/letter-keys.ts';
import { keepSoundChoice } from './sound-choice.ts';

/** Keeps what the account says of keys and sound, so that it holds here also without a network. */
export function keepOwnSettings(user: Pick<User, 'letter_keys' | 'plays_sound' | 'sound_speed'>): void {
  keepLetterKeys(user.letter_keys !== false);
  keepSoundChoice(user);
}
