import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExamClass, ExamSummary } from '../../../core/exam/exam.schema.ts';
import { usePage, useQuery } from '../../lib/pages/use-query.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { FactCells, RowActions, VisibilitySwitch } from './exam-cells.tsx';
import { ExamClassBadges } from './exam-class-badges.tsx';
import { type ExamFilter, filterExams, STATUSES, type Status } from './exam-filter.ts';
import { Cell, ExamTable, ExamTableRow } from './exam-table.tsx';

const statusText: Record<Status, MessageDescriptor> = {
  all: msg`All exams`,
  visible: msg`Visible only`,
  hidden: msg`Hidden only`,
};

interface ExamFilterFieldsProps {
  filter: ExamFilter;
  onChange: (filter: ExamFilter) => void;
}

/** Which exams are listed; nothing is asked of the server. */
function ExamFilterFields({ filter, onChange }: ExamFilterFieldsProps) {
  const { t, i18n } = useLingui();
  return (
    <Group role="search" aria-label={t`Search and filter`} gap="sm" align="flex-end">
      <TextInput
        type="search"
        label={t`Search exams`}
        placeholder={t`Title`}
        flex="2 1 14rem"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      <NativeSelect
        label={t`Status`}
        flex="1 1 10rem"
        maw={{ sm: 240 }}
        value={filter.status}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, status: STATUSES.find((status) => status === value) ?? 'all' })
        }
        data={STATUSES.map((status) => ({ value: status, label: i18n._(statusText[status]) }))}
      />
    </Group>
  );
}

interface ExamRowActions {
  onHide: (exam: ExamSummary, isHidden: boolean) => void;
  onAssign: (exam: ExamSummary, classroom: ExamClass) => void;
  onUnassign: (exam: ExamSummary, classroom: ExamClass) => void;
  onViewResults: (exam: ExamSummary, classroom: ExamClass) => void;
  onDelete: (exam: ExamSummary) => void;
}

interface ExamRowProps extends ExamRowActions {
  exam: ExamSummary;
  classrooms: readonly ExamClass[] | undefined;
}

/** An exam in the hub. */
function ExamRow({ exam, classrooms, ...on }: ExamRowProps) {
  return (
    <ExamTableRow>
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
          onViewResults={(classroom) => on.onViewResults(exam, classroom)}
        />
      </Cell>
      <Cell column="actions">
        <RowActions exam={exam} onDelete={() => on.onDelete(exam)} />
      </Cell>
    </ExamTableRow>
  );
}

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
