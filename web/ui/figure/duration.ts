import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const hoursAndMinutes = msg({ message: '{hours}h {minutes}m' });
const minutesAndSeconds = msg({ message: '{minutes}m {seconds}s' });
const secondsOnly = msg({ message: '{seconds}s' });

/** `1h 5m`, `5m 3s` or `42s`, depending on how long it is. */
export function formatDuration(seconds: number, i18n: I18n): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  if (hours > 0) return i18n._({ ...hoursAndMinutes, values: { hours, minutes } });
  if (minutes > 0) return i18n._({ ...minutesAndSeconds, values: { minutes, seconds: whole % 60 } });
  return i18n._({ ...secondsOnly, values: { seconds: whole } });
}
