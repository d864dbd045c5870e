import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
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

/** What is unusual about how it was handed in. */
export function TimingMarks({
  seconds,
  by,
}: {
  /** How late it was. */
  seconds: number;
  by: ClassResult['submitted_by'];
}) {
  const { t, i18n } = useLingui();
  const late = formatDuration(seconds, i18n);
  return (
    <>
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
