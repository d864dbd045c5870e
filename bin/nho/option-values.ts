import { StartError } from '../command/start-error.ts';

type Given = string | boolean | undefined;

/**
 * Returns an option's moment, undefined when absent: ISO 8601 with an offset, or a local date or time in `timeZone`.
 */
export function momentOption(name: string, given: Given, timeZone: string): Date | undefined {
  if (typeof given !== 'string') return undefined;
  try {
    return new Date(Temporal.Instant.from(given).epochMilliseconds);
  } catch {
    // Not with an offset.
  }
  try {
    return new Date(Temporal.PlainDateTime.from(given).toZonedDateTime(timeZone).epochMilliseconds);
  } catch {
    throw new StartError(
      `--${name} ${given}: not a time such as 2026-03-01, 2026-03-01T04:00 or 2026-03-01T04:00:00+07:00.`,
    );
  }
}

/** An option's number of things at once, 1 to 16; undefined when it is absent. */
export function countOption(name: string, given: Given): number | undefined {
  if (typeof given !== 'string') return undefined;
  if (!/^([1-9]|1[0-6])$/.test(given))
    throw new StartError(`--${name} ${given}: not a whole number from 1 to 16.`);
  return Number(given);
}

/** An option's id; undefined when it is absent. */
export function idOption(name: string, given: Given): number | undefined {
  if (typeof given !== 'string') return undefined;
  if (!/^[1-9]\d{0,9}$/.test(given) || Number(given) > 0x7fffffff)
    throw new StartError(`--${name} ${given}: not an id.`);
  return Number(given);
}
