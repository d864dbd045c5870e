import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  Anchor,
  Button,
  CloseButton,
  Container,
  Group,
  Menu,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { IconChartBar, IconClipboardText, IconFilterOff, IconPlus, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ExamClass, ExamSummary } from '../../../core/exam/exam.schema.ts';
import { wordFinder } from '../../../core/text/normal-form.ts';
import { useClasses } from '../../classroom/classroom.queries.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { usePage, useQuery } from '../../lib/pages/use-query.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { RefreshButton } from '../../ui/feedback/refresh-button.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { useExamChanges, withChanges } from '../draft/use-exam-changes.ts';
import { useExams } from '../exam.queries.ts';
import { CreateExamLink } from './create-exam-link.tsx';
import { ExamResultsModal, type Viewed } from './exam-results.modal.tsx';
import classes from './exam-table.module.css';
import { Cell, ExamTable, ExamTableRow, FactCells, RowActions, VisibilitySwitch } from './exam-table.tsx';
import { NewExamNote } from './new-exam-note.tsx';
import { useAskToDeleteExam } from './use-ask-to-delete-exam.tsx';

/** Every own class: one that has the exam shows its results, another gets the exam. */
function ClassMenu({ exam, classrooms, onAssign, onViewResults }: ExamClassesProps) {
  const { t } = useLingui();
  const { title } = exam;
  if (classrooms?.length === 0)
    return (
      <Anchor component={Link} to={paths.teacherClasses()} size="sm">
        {t`Open a class first`}
      </Anchor>
    );
  const hasExam = ({ id }: ExamClass) => exam.classes.some((classroom) => classroom.id === id);
  const given = classrooms?.filter(hasExam) ?? [];
  const others = classrooms?.filter((classroom) => !hasExam(classroom)) ?? [];
  // Once all have it, results are what is left to ask for.
  const isForResults = classrooms !== undefined && others.length === 0;
  return (
    <Menu position="bottom-start" radius="md" width={280}>
      <Menu.Target>
        <Button
          size="compact-sm"
          h={36}
          px="xs"
          variant="subtle"
          disabled={!classrooms}
          leftSection={
            isForResults ? <IconChartBar size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />
          }
          aria-label={isForResults ? t`View results: ${title}` : t`Assign to class: ${title}`}
        >
          {isForResults ? t`View results` : t`Assign to class`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="breakable" mah="60vh" style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => onViewResults(null, given)}>{t`View results`}</Menu.Item>
        <Menu.Divider />
        {others.map((classroom) => {
          const { id, name } = classroom;
          return (
            <Menu.Item key={id} onClick={() => onAssign(classroom)}>
              {t`Assign: ${name}`}
            </Menu.Item>
          );
        })}
        {given.map((classroom) => {
          const { id, name } = classroom;
          return (
            <Menu.Item key={id} onClick={() => onViewResults(classroom)}>
              {t`View results: ${name}`}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ExamClassesProps {
  exam: Pick<ExamSummary, 'title' | 'classes'>;
  /** The teacher's own; undefined while they are not known. */
  classrooms: readonly ExamClass[] | undefined;
  onAssign: (classroom: ExamClass) => void;
  /** Without a class, it is still to be chosen among these. */
  onViewResults: (classroom: ExamClass | null, choices?: readonly ExamClass[]) => void;
}

interface ExamClassBadgesProps extends ExamClassesProps {
  onRemove: (classroom: ExamClass) => void;
}

/** The classes that have the exam: each opens its results, and has the way out of it. */
function ExamClassBadges({ onRemove, ...of }: ExamClassBadgesProps) {
  const { t } = useLingui();
  const { exam, onViewResults } = of;
  const { title } = exam;
  return (
    <div className={classes.given}>
      {exam.classes.length === 0 && (
        <Text size="sm" c="dimmed">
          {t`No class yet`}
        </Text>
      )}
      {exam.classes.length > 0 && (
        <ul className={classes.badges} aria-label={t`Classes of ${title}`}>
          {exam.classes.map((classroom) => {
            const { name } = classroom;
            return (
              <li key={classroom.id} className={classes.badge}>
                <UnstyledButton
                  className={classes.badgeName}
                  title={name}
                  aria-label={t`Results of “${title}” in ${name}`}
                  onClick={() => onViewResults(classroom)}
                >
                  {name}
                </UnstyledButton>
                <CloseButton
                  size="sm"
                  className={classes.badgeRemove}
                  aria-label={t`Remove “${title}” from ${name}`}
                  onClick={() => onRemove(classroom)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <ClassMenu {...of} />
    </div>
  );
}

const STATUSES = ['all', 'visible', 'hidden'] as const;
type Status = (typeof STATUSES)[number];
const statusOf = (name: string): Status => STATUSES.find((status) => status === name) ?? 'all';

export interface ExamFilter {
  /** Blank finds everything. */
  text: string;
  status: Status;
}

/** The exams whose title has every word of the text, accents or not, and is visible or hidden as asked. */
export function filterExams<E extends { title: string; is_hidden: boolean }>(
  exams: readonly E[],
  { text, status }: ExamFilter,
): E[] {
  const hasWords = wordFinder(text);
  return exams.filter(
    ({ title, is_hidden }) => (status === 'all' || is_hidden === (status === 'hidden')) && hasWords(title),
  );
}

const statusText: Record<Status, MessageDescriptor> = {
  all: msg`All exams`,
  visible: msg`Visible only`,
  hidden: msg`Hidden only`,
};

const PAGE_SIZE = 20;
const COLUMNS = ['title', 'questions', 'content', 'minutes', 'visible', 'classes', 'actions'] as const;

interface ExamHubListProps {
  /** All of them, at least one. */
  exams: readonly ExamSummary[];
  classrooms: readonly ExamClass[] | undefined;
  onHide: (exam: ExamSummary, isHidden: boolean) => void;
  onAssign: (exam: ExamSummary, classroom: ExamClass) => void;
  onUnassign: (exam: ExamSummary, classroom: ExamClass) => void;
  onViewResults: (viewed: Viewed) => void;
  onDelete: (exam: ExamSummary) => void;
}

/** The exams that are looked for, and what can be done with each; nothing is asked of the server. */
function ExamHubList({ exams, classrooms, ...on }: ExamHubListProps) {
  const { t, i18n } = useLingui();
  const query = useQuery();
  const [page, setPage] = usePage();
  // The address follows a little later, which a field that is typed into must not.
  const [text, setText] = useState(query.get('search'));
  const filter: ExamFilter = { text, status: statusOf(query.get('status')) };
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
      <Group role="search" aria-label={t`Search and filter`} gap="sm" align="flex-end">
        <TextInput
          type="search"
          label={t`Search exams`}
          placeholder={t`Title`}
          flex="2 1 14rem"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => change({ ...filter, text: event.currentTarget.value })}
        />
        <NativeSelect
          label={t`Status`}
          flex="1 1 10rem"
          maw={{ sm: 240 }}
          value={filter.status}
          onChange={(event) => change({ ...filter, status: statusOf(event.currentTarget.value) })}
          data={STATUSES.map((status) => ({ value: status, label: i18n._(statusText[status]) }))}
        />
      </Group>
      <Text role="status" size="sm" c="dimmed" className="tabular">
        {count}
      </Text>
      {found.length === 0 ? (
        <Empty
          icon={<IconFilterOff size={28} aria-hidden />}
          text={t`Nothing found: no exam is like this.`}
          action={
            <Button variant="light" onClick={() => change({ text: '', status: 'all' })}>
              {t`Show all exams`}
            </Button>
          }
        />
      ) : (
        <ExamTable label={t`Exams`} columns={COLUMNS}>
          {shown.items.map((exam) => (
            <ExamTableRow key={exam.id}>
              <FactCells exam={exam} />
              <Cell column="visible">
                <VisibilitySwitch exam={exam} onChange={(isHidden) => on.onHide(exam, isHidden)} />
              </Cell>
              <Cell column="classes">
                <ExamClassBadges
                  exam={exam}
                  classrooms={classrooms}
                  onAssign={(classroom) => on.onAssign(exam, classroom)}
                  onRemove={(classroom) => on.onUnassign(exam, classroom)}
                  onViewResults={(classroom, choices) => on.onViewResults({ exam, classroom, choices })}
                />
              </Cell>
              <Cell column="actions">
                <RowActions exam={exam} onDelete={() => on.onDelete(exam)} />
              </Cell>
            </ExamTableRow>
          ))}
        </ExamTable>
      )}
      <Pages total={shown.pageCount} page={shown.page} onChange={setPage} label={t`Pages of exams`} />
    </Stack>
  );
}

function ExamHub() {
  const { t } = useLingui();
  const exams = useExams();
  const classes = useClasses();
  const { pending, assign, unassign, setHidden } = useExamChanges();
  const askToDelete = useAskToDeleteExam();
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFailedRead(exams.error, failureText.examsLoadFailed);
  useFailedRead(classes.error, failureText.loadClassesFailed);
  const all = exams.data && withChanges(exams.data, pending);

  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title ref={heading} tabIndex={-1} order={1}>
            {t`Exams`}
          </Title>
          <Text c="dimmed">
            {t`Students see an exam when it is visible and one of their classes has it.`}
          </Text>
        </div>
        <Group gap="xs">
          <RefreshButton
            failed={failureText.examsLoadFailed}
            onRefresh={() => Promise.all([exams.refresh(), classes.mutate()])}
          />
          <CreateExamLink />
        </Group>
      </Group>
      {!classes.data && <Unread of={classes} title={t`Your classes could not be loaded`} loading={null} />}
      {!all && (
        <Unread
          of={exams}
          title={t`Your exams could not be loaded`}
          rows={3}
          gap="sm"
          height={64}
          radius="md"
        />
      )}
      {all && (
        <NewExamNote
          exams={all}
          onShow={(examId) => {
            void setHidden(examId, false);
            heading.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {all?.length === 0 && (
        <Empty
          icon={<IconClipboardText size={28} aria-hidden />}
          text={t`You have no exam yet. Write the first one, then give it to a class.`}
          action={
            <ButtonLink to={paths.examCreate()} variant="light">
              {t`Write the first exam`}
            </ButtonLink>
          }
        />
      )}
      {all && all.length > 0 && (
        <ExamHubList
          exams={all}
          classrooms={classes.data?.filter(({ is_teacher }) => is_teacher)}
          onHide={(exam, isHidden) => void setHidden(exam.id, isHidden)}
          onAssign={(exam, classroom) => void assign(exam, classroom)}
          onUnassign={(exam, classroom) => void unassign(exam, classroom.id)}
          onViewResults={setViewed}
          onDelete={async (exam) => {
            if (await askToDelete(exam)) heading.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <ExamResultsModal viewed={viewed} onChange={setViewed} />
    </Stack>
  );
}

/** Where a teacher keeps exams, gives them to classes and sees the results. */
export default function ExamHubPage() {
  const { t } = useLingui();
  usePageTitle(t`Exams`);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary>
        <ExamHub />
      </ErrorBoundary>
    </Container>
  );
}
