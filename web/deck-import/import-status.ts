import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DeckImport, ImportStatus } from '../../core/deck-import/deck-import.schema.ts';

/** Waits or runs: its figures change by themselves. */
export const isActive = ({ status }: Pick<DeckImport, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** Its deck is there, and its schedule is on its way. */
export const bringsSchedule = ({ schedule }: Pick<DeckImport, 'schedule'>): boolean =>
  schedule !== null && isActive(schedule);

/** Something of it changes by itself. */
export const isFollowed = (one: Pick<DeckImport, 'status' | 'schedule'>): boolean =>
  isActive(one) || bringsSchedule(one);

/** Mended since the check, whose figures are of before. */
export const isMended = (one: DeckImport): boolean =>
  one.status === 'checked' && one.has_files && one.needs_check;

const hasCards = ({ report }: DeckImport): boolean =>
  report !== null && report.cards_new + report.cards_changed + report.cards_unchanged > 0;

/** Checked without an error, and its files are still there. */
export const isReady = (one: DeckImport): boolean =>
  one.status === 'checked' && one.has_files && one.error_count === 0 && !isMended(one) && hasCards(one);

/** Checked with errors, and the cards without can be imported. */
export const hasRest = (one: DeckImport): boolean =>
  isRefused(one) && one.has_files && !isMended(one) && hasCards(one);

/** Checked, and not to be imported before something is mended. */
export const isRefused = (one: Pick<DeckImport, 'status' | 'error_count'>): boolean =>
  one.status === 'checked' && one.error_count > 0;

export const statusText: Record<ImportStatus, MessageDescriptor> = {
  queued: msg`Waiting`,
  running: msg`Running`,
  checked: msg`Checked`,
  completed: msg`Imported`,
  failed: msg`Failed`,
  cancelled: msg`Stopped`,
};

export const STATUS_COLOR: Record<ImportStatus, string> = {
  queued: 'gray',
  running: 'grape',
  checked: 'blue',
  completed: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

export const phaseText: Record<NonNullable<DeckImport['phase']>, MessageDescriptor> = {
  reading: msg`Reading the cards`,
  audio: msg`Taking in audio and pictures`,
  publishing: msg`Putting the cards into the deck`,
};
