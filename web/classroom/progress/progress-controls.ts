import type { DateRange } from '../../../core/classroom/class-progress.schema.ts';
import type { Sort } from './progress-list.ts';

/** What the teacher has chosen, with the texts as they stand in their fields. */
export interface Controls {
  sort: Sort;
  search: string;
  minimum: string;
  start: string;
  end: string;
  /** The dates that are asked for: what stands in the fields, unless that makes no sense. */
  range: DateRange;
  page: number;
}

export type ControlsChange =
  | Partial<Pick<Controls, 'sort' | 'search' | 'minimum' | 'start' | 'end' | 'page'>>
  | 'reset';

export const INITIAL_CONTROLS: Controls = {
  sort: 'name-up',
  search: '',
  minimum: '',
  start: '',
  end: '',
  range: {},
  page: 1,
};

/** While a year is being typed, `2026` is at first `0002`. */
const isWhole = (date: string) => date === '' || date >= '1900';

export const datesReversed = ({ start, end }: Pick<Controls, 'start' | 'end'>): boolean =>
  isWhole(start) && isWhole(end) && start !== '' && end !== '' && end < start;

/** Any change but that of the page leads back to the first one. */
export function changeControls(controls: Controls, change: ControlsChange): Controls {
  if (change === 'reset') return INITIAL_CONTROLS;
  const next = { ...controls, page: 1, ...change };
  if (datesReversed(next) || !isWhole(next.start) || !isWhole(next.end)) return next;
  const range = { start_date: next.start || undefined, end_date: next.end || undefined };
  return { ...next, range };
}
