import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, Text } from '@mantine/core';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import { isVeryFast, VERY_FAST_SECONDS } from '../../../core/exam/results/very-fast.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { formatDuration } from '../../ui/figure/duration.ts';
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

const COLOURS: Record<ClassResult['status'], string> = {
  not_started: 'gray',
  in_progress: 'blue',
  submitted: 'teal',
};

export function StatusMark({ status }: Pick<ClassResult, 'status'>) {
  const { i18n } = useLingui();
  return (
    <Badge component="span" variant="light" tt="none" color={COLOURS[status]}>
      {i18n._(statusText[status])}
    </Badge>
  );
}

export const veryFastText = msg`Very fast`;

/** What the mark means, for the teacher: nothing is proved by it. */
export function VeryFastNote() {
  const { t } = useLingui();
  return (
    <Text size="sm" c="dimmed">
      {t`Very fast: in less than ${VERY_FAST_SECONDS} seconds for each question. The questions may have been known before.`}
    </Text>
  );
}

type Timed = Pick<ClassResult, 'late_seconds' | 'submitted_by' | 'time_spent_seconds' | 'total'>;

/** What is unusual about how it was handed in. */
export function TimingMarks({ of: result }: { of: Timed }) {
  const { t, i18n } = useLingui();
  const { late_seconds: seconds, submitted_by: by } = result;
  const late = formatDuration(seconds, i18n);
  return (
    <>
      {isVeryFast(result) && (
        <Badge component="span" variant="light" tt="none" color="honey">
          {i18n._(veryFastText)}
        </Badge>
      )}{' '}
      {seconds > 0 && (
        <Badge component="span" variant="light" tt="none" color="red">
          {t`${late} late`}
        </Badge>
      )}{' '}
      {by === 'server' && (
        <Badge component="span" variant="light" tt="none" color="yellow">
          {t`Handed in by the server`}
        </Badge>
      )}
    </>
  );
}
