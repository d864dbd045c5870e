import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExamClass, ExamSummary } from '../../core/exam/exam.schema.ts';
import { usePage, useQuery } from '../lib/pages/use-query.ts';
import { Empty } from '../ui/empty.tsx';
import { pageOf } from '../ui/page-of.ts';
import { Pages } from '../ui/pagination.tsx';
import { type ExamFilter, filterExams, STATUSES } from './exam-filter.ts';
import { ExamFilterFields } from './exam-filter-fields.tsx';
import { ExamRow, type ExamRowActions } from './exam-row.tsx';
import { ExamTable } from './exam-table.tsx';

const PAGE_SIZE = 20;
const EVERYTHING: ExamFilter = { text: '', status: 'all' };
const COLUMNS = ['title', 'questions', 'content', 'minutes', 'visible', 'classes', 'actions'] as const;

interface ExamHubListProps extends ExamRowActions {
  /** All of them, at least one. */
  exams: readonly ExamSummary[];
  classrooms: readonly ExamClass[] | undefined;
}

/** The exams that are looked for, and what can be done with each. */
export function ExamHubList({ exams, ...rest }: ExamHubListProps) {
  const { t } = useLingui();
  const query = useQuery();
  const [page, setPage] = usePage();
  // The address follows a little later, which a field that is typed into must not.
  const [text, setText] = useState(query.get('search'));
  const filter: ExamFilter = {
    text,
    status: STATUSES.find((status) => status === query.get('status')) ?? 'all',
  };
  const found = filterExams(exams, filter);
  const shown = pageOf(found, page, PAGE_SIZE);
  const change = (next: ExamFilter) => {
    setText(next.text);
    const status = next.status === 'all' ? '' : next.status;
    query.set({ search: next.text, status, page: '' }, next.status === filter.status);
  };
  const count =
    found.length === exams.length
      ? t`${plural(found.length, { one: '# exam', other: '# exams' })}`
      : t`${found.length} of ${plural(exams.length, { one: '# exam', other: '# exams' })}`;
  return (
    <Stack gap="md">
      <ExamFilterFields filter={filter} onChange={change} />
      <Text role="status" size="sm" c="dimmed" className="tabular">
        {count}
      </Text>
      {found.length === 0 ? (
        <Empty
          icon={<IconFilterOff size={28} aria-hidden />}
          text={<Trans>Nothing found: no exam is like this.</Trans>}
          action={
            <Button variant="light" onClick={() => change(EVERYTHING)}>
              <Trans>Show all exams</Trans>
            </Button>
          }
        />
      ) : (
        <ExamTable label={t`Exams`} columns={COLUMNS}>
          {shown.items.map((exam) => (
            <ExamRow key={exam.id} exam={exam} {...rest} />
          ))}
        </ExamTable>
      )}
      <Pages total={shown.pageCount} page={shown.page} onChange={setPage} label={t`Pages of exams`} />
    </Stack>
  );
}
