import t from 'tap';
import { areAnswersQuiet, keepAnswersQuiet, keepSoundChoice } from '../../../web/lib/kept/sound-choice.ts';
import { keepLetterKeys, letterKeysAreOn } from '../../../web/lib/text/letter-keys.ts';
import { memoryStorage } from './memory-storage.ts';

t.test('SL-315 quiet answers are kept; where storage is full they hold as long as the page', async (t) => {
  const storage = memoryStorage();
  t.intercept(globalThis, 'localStorage', { value: storage, configurable: true });
  t.equal(areAnswersQuiet(), false);
  keepAnswersQuiet(true);
  t.equal(storage.getItem('quiet_answers'), 'yes');
  keepAnswersQuiet(false);
  t.equal(areAnswersQuiet(), false);
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  keepAnswersQuiet(true);
  t.equal(areAnswersQuiet(), true);
  keepAnswersQuiet(false);
  t.equal(areAnswersQuiet(), false);
});

t.test('SL-315 SL-207 a full storage ends no page that keeps what the account says', async (t) => {
  const storage = memoryStorage();
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  t.intercept(globalThis, 'localStorage', { value: storage, configurable: true });
  keepSoundChoice({ plays_sound: true, sound_speed: 1 });
  keepLetterKeys(false);
  t.equal(letterKeysAreOn(), true);
});
