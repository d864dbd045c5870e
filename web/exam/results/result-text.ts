import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import type { ResultSort } from './results-list.ts';

export const resultSortText: Record<ResultSort, MessageDescriptor> = {
  'name-up': msg`Name, A to Z`,
  'name-down': msg`Name, Z to A`,
  'score-down': msg`Most points first`,
  'score-up': msg`Fewest points first`,
  'date-down': msg`Latest first`,
  'date-up': msg`Earliest first`,
};

export const statusText: Record<ClassResult['status'], MessageDescriptor> = {
  not_started: msg`Not started`,
  in_progress: msg`In progress`,
  submitted: msg`Handed in`,
};

export const whenText = (timestamp: string, i18n: I18n): string =>
  dateAndTime(i18n.locale, new Date(timestamp));
