import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { BucketName } from './review-buckets.ts';

const overdue = msg`Overdue`;
const tomorrow = msg`Tomorrow`;
const day = msg({ message: 'Day {n}' });
const week = msg({ message: 'Week {n}' });
const month = msg({ message: 'Month {n}' });

/** How a bar or a point of the chart is called. */
export function bucketLabel(name: BucketName, i18n: I18n): string {
  switch (name.unit) {
    case 'overdue':
      return i18n._(overdue);
    case 'tomorrow':
      return i18n._(tomorrow);
    case 'day':
      return i18n._({ ...day, values: { n: name.n } });
    case 'week':
      return i18n._({ ...week, values: { n: name.n } });
    case 'month':
      return i18n._({ ...month, values: { n: name.n } });
  }
}
