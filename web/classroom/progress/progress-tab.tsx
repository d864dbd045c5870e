import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useMemo, useReducer, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { StudentProgress } from '../../../core/classroom/class-progress.schema.ts';
import { isForGood } from '../../lib/is-for-good.ts';
import { readMinimum } from '../../lib/minimum.ts';
import { failureText } from '../../lib/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { Empty } from '../../ui/empty.tsx';
import { FiguresSkeleton } from '../../ui/figures-skeleton.tsx';
import { FilteredList } from '../../ui/filtered-list.tsx';
import { LiveBadge } from '../../ui/live-badge.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { useAnnouncedChanges } from '../../ui/use-announced-changes.ts';
import { useFailedRead } from '../../ui/use-failed-read.ts';
import { ClassActivity } from './class-activity.tsx';
import { dropStudentStats, type ProgressOfRange } from './class-progress.queries.ts';
import { ProgressActions } from './progress-actions.tsx';
import { changeControls, INITIAL_CONTROLS } from './progress-controls.ts';
import { progressFileName } from './progress-csv.ts';
import { ProgressFilters } from './progress-filters.tsx';
import { changedStudents, listedStudents, withDays } from './progress-list.ts';
import { StudentStatsModal } from './student-stats.modal.tsx';
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

const NOBODY: StudentProgress[] = [];
/** A whole class; few have more students. */
const PAGE_SIZE = 60;

/** How the students of a class are doing, while they do it. */
export function ProgressTab({ classId }: { classId: number }) {
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
          <ProgressActions
            students={students}
            fileName={progressFileName(classId, data.range)}
            onRefresh={progress.refresh}
          />
        )}
      </Group>
      <VisuallyHidden role="status">
        <span key={announcement.id}>{announcement.text}</span>
      </VisuallyHidden>
      {isGone && <LoadError error={error} onRetry={progress.retry} />}
      {!data && !isGone && <FiguresSkeleton />}
      {data && !isGone && rows.length === 0 && <NoStudents classId={classId} />}
      {data && !isGone && rows.length > 0 && (
        <>
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
      <StudentStatsModal
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

/** A class to which nobody has come yet. */
function NoStudents({ classId }: { classId: number }) {
  return (
    <Empty
      icon={<IconUsers size={28} aria-hidden />}
      text={
        <Trans>
          There are no students yet. Tell them the class number <strong>{classId}</strong>: they ask to join
          with it, and once you have approved them, you see here how they study.
        </Trans>
      }
      action={
        <Button
          component={Link}
          to={paths.classRoster(classId)}
          leftSection={<IconUserPlus size={18} aria-hidden />}
        >
          <Trans>Add students from a list</Trans>
        </Button>
      }
    />
  );
}
