import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { StudentProgress } from '../../core/classroom/class-progress.schema.ts';
import { Empty } from '../ui/empty.tsx';
import { PagedGrid } from '../ui/paged-grid.tsx';
import { type Student, StudentRow } from './student-row.tsx';

const PAGE_SIZE = 12;

interface StudentListProps {
  /** Filtered and sorted. */
  students: readonly StudentProgress[];
  /** Other dates are another list: nothing has changed live in it. */
  listKey: string;
  page: number;
  onPage: (page: number) => void;
  onOpen: (student: Student) => void;
  onReset: () => void;
}

/** The students as cards, twelve a page. */
export function StudentList({ students, listKey, page, onPage, onOpen, onReset }: StudentListProps) {
  const { t } = useLingui();
  if (students.length === 0)
    return (
      <Empty
        icon={<IconFilterOff size={28} aria-hidden />}
        text={<Trans>No student has that many cards in these days.</Trans>}
        action={
          <Button variant="light" onClick={onReset}>
            <Trans>Show all students</Trans>
          </Button>
        }
      />
    );
  return (
    <PagedGrid
      items={students}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={onPage}
      label={t`Students`}
      pagesLabel={t`Pages of students`}
    >
      {(row) => (
        <StudentRow
          key={`${listKey} ${row.student_id}`}
          studentId={row.student_id}
          name={row.name}
          email={row.email}
          cards={row.cards_studied}
          seconds={row.time_spent_seconds}
          onOpen={onOpen}
        />
      )}
    </PagedGrid>
  );
}
