import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Paper, Stack, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import {
  type ChangeEvent,
  type ComponentType,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { DateRange, Gathering, StudentProgress } from '../../../core/classroom/class-progress.schema.ts';
import { isForGood } from '../../lib/call/api-client.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { oneAtATime } from '../../lib/call/one-at-a-time.ts';
import { isBelow, isReadOf } from '../../lib/call/read-keys.ts';
import type { CsvRow } from '../../lib/text/csv.ts';
import { readMinimum } from '../../lib/text/minimum.ts';
import { FiguresSkeleton } from '../../ui/feedback/figures-skeleton.tsx';
import { LiveBadge } from '../../ui/feedback/live-badge.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { RefreshAndDownload } from '../../ui/feedback/refresh-and-download.tsx';
import { useAnnouncedChanges } from '../../ui/feedback/use-announced-changes.ts';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { formatDuration } from '../../ui/figure/duration.ts';
import { FilteredList } from '../../ui/list/filtered-list.tsx';
import { Filters } from '../../ui/list/filters.tsx';
import { useSaveCsv } from '../../ui/list/use-save-csv.ts';
import { useLiveClass } from '../classroom.queries.ts';
import { AddStudentsLink, NoStudents } from '../desk/no-students.tsx';
import { ActivityChart } from './activity-chart.tsx';
import { ACTIVITY_DAYS_MAX, activityDays, studyDayHere } from './activity-days.ts';
import {
  dropStudentStats,
  type ProgressOfRange,
  useStudentDays,
  useStudentsProgress,
} from './class-progress.queries.ts';
import { changedStudents, listedStudents, SORTS, type Sort, withDays } from './progress-list.ts';
import { cardDaysText, type Student, StudentsTable } from './students-table.tsx';

const FIGURES = [
  'GET /api/classes/:classId/students-progress',
  'GET /api/classes/:classId/student-days',
  'GET /api/classes/:classId/student-stats/:studentId',
] as const;

/** The figures of a class, kept current by the server's stream, and those of the student whose window is open. */
function useClassProgress(classId: number, range: DateRange) {
  const { mutate } = useSWRConfig();
  const progress = useStudentsProgress(classId, range);
  const days = useStudentDays(classId);
  const [revalidate] = useState(() =>
    oneAtATime(() => {
      dropStudentStats(classId);
      // Whatever the dates.
      return mutate((key) => isReadOf(key, FIGURES, { classId }));
    }),
  );
  const live = useLiveClass(classId, revalidate);

  // Students that come and go while the page is open change what the rest of it says of the class.
  const count = progress.data?.data.length;
  const before = useRef(count);
  const rereadClasses = useEffectEvent(() => {
    void mutate(
      (key) =>
        isReadOf(key, ['GET /api/classes/:classId'], { classId }) || isReadOf(key, ['GET /api/classes']),
    );
  });
  useEffect(() => {
    if (before.current !== undefined && count !== undefined && before.current !== count) rereadClasses();
    before.current = count;
  }, [count]);

  return {
    data: progress.data,
    days: days.data,
    error: progress.error,
    live,
    isLoading: progress.isLoading,
    retry: () => void progress.mutate(),
    refresh: () => {
      dropStudentStats(classId);
      return Promise.all([progress.refresh(), days.refresh()]);
    },
    membersChanged: () => void mutate((key) => isBelow(key, [addressOf('GET /api/classes')])),
  };
}

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

const sortText: Record<Sort, MessageDescriptor> = {
  'name-up': msg`Name, A to Z`,
  'name-down': msg`Name, Z to A`,
  'cards-down': msg`Most cards first`,
  'cards-up': msg`Fewest cards first`,
  'days-down': msg`Most card days first`,
  'days-up': msg`Fewest card days first`,
  'time-down': msg`Longest time first`,
  'time-up': msg`Shortest time first`,
  'seen-down': msg`Latest studied first`,
  'seen-up': msg`Longest silent first`,
};

interface ProgressFiltersProps {
  controls: Controls;
  onChange: (change: ControlsChange) => void;
}

function ProgressFilters({ controls, onChange }: ProgressFiltersProps) {
  const { t, i18n } = useLingui();
  const typed = (name: 'search' | 'minimum' | 'start' | 'end') => ({
    value: controls[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <Filters
      label={t`Sort and filter`}
      columns={4}
      first={<TextInput type="search" label={t`Search for students`} {...typed('search')} />}
      used={[controls.minimum, controls.start, controls.end].filter(Boolean).length}
    >
      {/* Where columns have room, their heads sort. */}
      <NativeSelect
        hiddenFrom="sm"
        label={t`Sort by`}
        value={controls.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as Sort })}
        data={SORTS.map((sort) => ({ value: sort, label: i18n._(sortText[sort]) }))}
      />
      <TextInput
        type="number"
        inputMode="numeric"
        min={0}
        label={t`Minimum cards`}
        placeholder="0"
        error={readMinimum(controls.minimum) === null && t`Please enter 0 or more`}
        {...typed('minimum')}
      />
      <TextInput type="date" label={t`From`} {...typed('start')} />
      <TextInput
        type="date"
        label={t`To`}
        error={datesReversed(controls) && i18n._(errorMessages.dates_reversed)}
        {...typed('end')}
      />
    </Filters>
  );
}

interface ProgressCsvTexts {
  /** Of name, email, cards, card days, time, and time in seconds. */
  head: [string, string, string, string, string, string];
  duration: (seconds: number) => string;
}

/** The rows as a table for spreadsheets. The name stands first: only there is a quoted cell safe in every country. */
export function progressTable(
  rows: readonly StudentProgress[],
  { head, duration }: ProgressCsvTexts,
): CsvRow[] {
  const cells = rows.map((row) => [
    row.name,
    row.email,
    row.cards_studied,
    row.card_days,
    duration(row.time_spent_seconds),
    row.time_spent_seconds,
  ]);
  return [head, ...cells];
}

export function progressFileName(classId: number, { start_date, end_date }: DateRange): string {
  const from = start_date && `from-${start_date}`;
  const until = end_date && `until-${end_date}`;
  return `${['class', classId, 'progress', from, until].filter(Boolean).join('-')}.csv`;
}

const HEAD = [
  msg`Name`,
  msg`Email or user name`,
  msg`Cards`,
  cardDaysText,
  msg`Time`,
  msg`Time in seconds`,
] as const;

interface ProgressActionsProps {
  /** All that is listed, whatever page is open. */
  students: readonly StudentProgress[];
  fileName: string;
  onRefresh: () => Promise<unknown>;
}

function ProgressActions({ students, fileName, onRefresh }: ProgressActionsProps) {
  const { i18n } = useLingui();
  const saveCsv = useSaveCsv();
  const download = () => {
    const [name, email, cards, days, time, seconds] = HEAD;
    const table = progressTable(students, {
      head: [i18n._(name), i18n._(email), i18n._(cards), i18n._(days), i18n._(time), i18n._(seconds)],
      duration: (spent) => formatDuration(spent, i18n),
    });
    void saveCsv(fileName, table);
  };
  return (
    <RefreshAndDownload
      onRefresh={onRefresh}
      refreshFailed={failureText.fetchProgressFailed}
      onDownload={students.length === 0 ? null : download}
    />
  );
}

function ClassActivity({ activity, range }: Pick<ProgressOfRange, 'activity' | 'range'>) {
  const { t } = useLingui();
  const titleId = useId();
  const days = activityDays(activity, range, studyDayHere(Date.now()));
  const isUsual = range.start_date === undefined && range.end_date === undefined;
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p={{ base: 'sm', sm: 'lg' }}>
      <Stack gap="xs">
        <div>
          <Title id={titleId} order={2} size="h5">
            {t`Activity of each day`}
          </Title>
          <Text size="sm" c="dimmed">
            {isUsual && t`Cards of the last 30 days`}
            {!isUsual && days.length < ACTIVITY_DAYS_MAX && t`Cards of the days you have chosen`}
            {!isUsual &&
              days.length >= ACTIVITY_DAYS_MAX &&
              t`Cards of the last year of the days you have chosen`}
          </Text>
        </div>
        <ActivityChart days={days} />
      </Stack>
    </Paper>
  );
}

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
            nothing={t`No student is found, or has that many cards in these days.`}
            busy={progress.isLoading}
            page={controls.page}
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
            {t`A card that somebody studied on three days counts as three card days.`}
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

function GatheringNote({ gathered, students }: Gathering) {
  const { t } = useLingui();
  return (
    <Text size="sm">
      {t`The decks of the class have changed. What was studied of them is being gathered: ${gathered} of ${students} students so far.`}
    </Text>
  );
}
