import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type ComponentType, useMemo, useReducer, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { DateRange, Gathering, StudentProgress } from '../../../core/classroom/class-progress.schema.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { isForGood } from '../../lib/text/is-for-good.ts';
import { readMinimum } from '../../lib/text/minimum.ts';
import { FiguresSkeleton } from '../../ui/feedback/figures-skeleton.tsx';
import { LiveBadge } from '../../ui/feedback/live-badge.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { useAnnouncedChanges } from '../../ui/feedback/use-announced-changes.ts';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { FilteredList } from '../../ui/list/filtered-list.tsx';
import { AddStudentsLink, NoStudents } from '../desk/no-students.tsx';
import { ClassActivity } from './class-activity.tsx';
import { dropStudentStats, type ProgressOfRange } from './class-progress.queries.ts';
import { ProgressActions } from './progress-actions.tsx';
import { changeControls, INITIAL_CONTROLS } from './progress-controls.ts';
import { progressFileName } from './progress-csv.ts';
import { ProgressFilters } from './progress-filters.tsx';
import { changedStudents, listedStudents, withDays } from './progress-list.ts';
import { type Student, StudentsTable } from './students-table.tsx';
import { useClassProgress } from './use-class-progress.ts';

const sameRange = ({ range: a }: ProgressOfRange, { range: b }: ProgressOfRange) =>
  a.start_date === b.start_date && a.end_date === b.end_date;

/** Returns what a live region says of figures that change by themselves; that other dates have others is no news. */
function useAnnouncedProgress(progress: ProgressOfRange | undefined) {
  const { t } = useLingui();
  return useAnnouncedChanges(progress, {
    changed: (before, after) => (sameRange(before, after) ? changedStudents(before.data, after.data) : []),
    text: (students) =>
      t`${plural(students, { one: '# student has new figures', other: '# students have new figures' })}`,
  });
}

/** Returns the student whose window is open, at first the one whom the address asks for, and what opens another. */
function useOpenedStudent(rows: readonly StudentProgress[]) {
  const { key, search } = useLocation();
  const [opened, setOpened] = useState<Student | null>(null);
  const [answered, setAnswered] = useState<string | null>(null);
  const asked = new URLSearchParams(search).get('student');
  // Once for each time that the address was gone to: the window may be closed, and the same student asked for again.
  if (asked !== null && answered !== key && rows.length > 0) {
    setAnswered(key);
    setOpened(rows.find(({ student_id }) => String(student_id) === asked) ?? null);
  }
  return [opened, setOpened] as const;
}

/** What the window of one student is given. */
export interface StudentWindowProps {
  classId: number;
  /** Null while it is closed. Kept by the caller: the student's row may move or go meanwhile. */
  student: Student | null;
  range: DateRange;
  onClose: () => void;
  onClosed: () => void;
  onRenamed: (student: Student) => void;
  onRemoved: () => void;
}

interface ProgressTabProps {
  classId: number;
  /** By which students join; null when it has ended. */
  code: string | null;
  isArchived: boolean;
  StudentWindow: ComponentType<StudentWindowProps>;
}

const NOBODY: StudentProgress[] = [];
/** A whole class; few have more students. */
const PAGE_SIZE = 60;

/** How the students of a class are doing, while they do it. */
export function ProgressTab({ classId, code, isArchived, StudentWindow }: ProgressTabProps) {
  const { t } = useLingui();
  const region = useRef<HTMLDivElement>(null);
  const [controls, change] = useReducer(changeControls, INITIAL_CONTROLS);
  const progress = useClassProgress(classId, controls.range);
  const { data, error, live, days } = progress;
  const announcement = useAnnouncedProgress(data);
  useFailedRead(error, failureText.fetchProgressFailed);

  const rows = data?.data ?? NOBODY;
  const [opened, setOpened] = useOpenedStudent(rows);
  const { sort, search } = controls;
  const minimum = readMinimum(controls.minimum) ?? 0;
  const all = useMemo(() => withDays(rows, days), [rows, days]);
  const students = useMemo(
    () => listedStudents(all, { sort, minimum, search }),
    [all, sort, minimum, search],
  );
  const most = Math.max(1, ...all.flatMap((row) => row.days ?? []));
  const [resets, setResets] = useState(0);
  const reset = () => {
    setResets(resets + 1);
    change('reset');
  };

  const isGone = error !== undefined && (!data || isForGood(error));
  const shown = students.length;
  const count =
    shown === rows.length
      ? t`${plural(shown, { one: '# student', other: '# students' })}`
      : t`${shown} of ${plural(rows.length, { one: '# student', other: '# students' })}`;
  return (
    <Stack ref={region} tabIndex={-1} gap="lg" style={{ outline: 'none' }}>
      <Group justify="space-between" gap="sm">
        <LiveBadge state={live} />
        {data && !isGone && (
          <Group gap="sm">
            <ProgressActions
              students={students}
              fileName={progressFileName(classId, data.range)}
              onRefresh={progress.refresh}
            />
            {rows.length > 0 && !isArchived && <AddStudentsLink classId={classId} />}
          </Group>
        )}
      </Group>
      <VisuallyHidden role="status">
        <span key={announcement.id}>{announcement.text}</span>
      </VisuallyHidden>
      {isGone && <LoadError error={error} onRetry={progress.retry} />}
      {!data && !isGone && <FiguresSkeleton />}
      {data && !isGone && rows.length === 0 && (
        <NoStudents classId={classId} code={code} isArchived={isArchived} />
      )}
      {data && !isGone && rows.length > 0 && (
        <>
          {data.gathering && <GatheringNote {...data.gathering} />}
          {/* Half a date is nothing that a field could be told to forget; a new field has none. */}
          <ProgressFilters key={resets} controls={controls} onChange={change} />
          <FilteredList
            items={students}
            count={count}
            nothing={<Trans>No student is found, or has that many card days in these days.</Trans>}
            busy={progress.isLoading}
            page={controls.page}
            pageSize={PAGE_SIZE}
            onPage={(page) => change({ page })}
            onReset={reset}
            pagesLabel={t`Pages of students`}
          >
            {(shown) => (
              <StudentsTable
                label={t`Students`}
                students={shown}
                listKey={`${data.range.start_date} ${data.range.end_date}`}
                most={most}
                sort={sort}
                onSort={(next) => change({ sort: next })}
                onOpen={setOpened}
              />
            )}
          </FilteredList>
          <Text size="sm" c="dimmed">
            <Trans>A card that somebody studied on three days counts as three card days.</Trans>
          </Text>
          <ClassActivity activity={data.activity} range={data.range} />
        </>
      )}
      <StudentWindow
        classId={classId}
        student={opened}
        range={data?.range ?? controls.range}
        onClose={() => setOpened(null)}
        onClosed={() => {
          // The card that had the focus before is gone with its student.
          if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
        }}
        onRenamed={(student) => {
          setOpened(student);
          dropStudentStats(classId);
          progress.membersChanged();
        }}
        onRemoved={progress.membersChanged}
      />
    </Stack>
  );
}

/** Figures that are on the way, since the class has got or lost a deck. */
function GatheringNote({ gathered, students }: Gathering) {
  return (
    <Text size="sm">
      <Trans>
        The decks of the class have changed. What was studied of them is being gathered: {gathered} of{' '}
        {students} students so far.
      </Trans>
    </Text>
  );
}
