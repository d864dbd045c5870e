import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ROSTER_ROWS_MAX, ROSTER_TEXT_MAX } from '../../core/account/account-limits.ts';
import { hasNames } from '../../core/roster/roster-columns.ts';
import {
  type LeftOutLine,
  type LeftOutReason,
  peopleOf,
  type RosterTable,
  readRosterTable,
  withColumn,
} from '../../core/roster/roster-text.ts';
import { ROSTER_COLUMNS, type RosterColumn } from '../../core/roster/roster-words.ts';
import { Pages, usePages } from '../ui/list/pagination.tsx';

const columnText: Record<RosterColumn, MessageDescriptor> = {
  name: msg`Whole name`,
  family: msg`Family and middle name`,
  given: msg`Given name`,
  user_name: msg`User name`,
  email: msg`Email`,
};

const nobody = msg`There is no name in this text`;
const tooMany = msg({ message: 'These are {count} rows: at most {max} at once' });

interface ReadRosterProps {
  text: string;
  onText: (text: string) => void;
  /** What was read of the text, once it is asked what its columns are. */
  table: RosterTable | null;
  onTable: (table: RosterTable | null) => void;
  isChecking: boolean;
  onRead: (table: RosterTable) => void;
}

/** A pasted list on its way to rows: the text, then its columns where the text does not say what they are. */
export function ReadRoster({ text, onText, table, onTable, isChecking, onRead }: ReadRosterProps) {
  const { i18n, t } = useLingui();
  const [problem, setProblem] = useState<string | null>(null);
  if (table)
    return (
      <RosterColumnsOf
        table={table}
        isChecking={isChecking}
        onTable={onTable}
        onRead={onRead}
        onBack={() => onTable(null)}
      />
    );
  const read = () => {
    const next = text.length > ROSTER_TEXT_MAX ? null : readRosterTable(text);
    const count = next ? peopleOf(next).people.length : text.split('\n').length;
    if (next === null || count > ROSTER_ROWS_MAX)
      setProblem(
        i18n._({
          ...tooMany,
          values: {
            count: count.toLocaleString(i18n.locale),
            max: ROSTER_ROWS_MAX.toLocaleString(i18n.locale),
          },
        }),
      );
    else if (next.lines.length === 0) setProblem(i18n._(nobody));
    else if (next.isUnsure || (!hasNames(next.columns) && next.columns.length > 1)) onTable(next);
    else onRead(next);
  };
  return (
    <Stack>
      <Textarea
        label={t`List of students`}
        description={t`One student a line. From a spreadsheet: the columns with name, user name and email; a line of headings may stay.`}
        placeholder={'Nguyễn Văn An\nTrần Thị Bình'}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setProblem(null);
        }}
        error={problem}
        rows={12}
        spellCheck={false}
      />
      <Text size="sm" c="dimmed">
        {t`User names are made of the names: Nguyễn Văn An becomes an.nguyen. Nobody is added yet: first you see what would become of each line.`}
      </Text>
      <Group>
        <Button onClick={read} loading={isChecking}>
          {t`Look at the list`}
        </Button>
      </Group>
    </Stack>
  );
}

const SAMPLES = 3;

interface RosterColumnsProps {
  table: RosterTable;
  isChecking: boolean;
  onTable: (table: RosterTable) => void;
  onRead: (table: RosterTable) => void;
  onBack: () => void;
}

/** What is in each column, to be chosen, and whose names the list then has. */
function RosterColumnsOf({ table, isChecking, onTable, onRead, onBack }: RosterColumnsProps) {
  const { i18n, t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const body = table.lines.filter(({ line }) => !table.headings.has(line));
  const { people } = peopleOf(table);
  const isWhole = hasNames(table.columns);
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(
    people.slice(0, SAMPLES).map(({ name }) => `“${name}”`),
  );
  const fields = [
    { value: '', label: t`Leave out` },
    ...ROSTER_COLUMNS.map((value) => ({ value, label: i18n._(columnText[value]) })),
  ];
  /** Cells of people say more of a column than those of a title. */
  const isPerson = new Set(people.map(({ line }) => line));
  const samplesOf = (index: number) => {
    const cells = (lines: typeof body) => lines.map((line) => line.cells[index] ?? '').filter(Boolean);
    const shown = cells(body.filter(({ line }) => isPerson.has(line)));
    return (shown.length > 0 ? shown : cells(body)).slice(0, SAMPLES);
  };
  return (
    <Stack component="section" aria-label={t`Columns of the list`}>
      <Title order={2} size="h3" ref={heading} tabIndex={-1}>
        {t`What is in these columns?`}
      </Title>
      <Text size="sm" c="dimmed">
        {t`A name may stand in two columns, as family name and given name. What is left out is not kept.`}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
        {table.columns.map((column, index) => {
          const samples = samplesOf(index);
          if (samples.length === 0) return null;
          return (
            <NativeSelect
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              key={index}
              label={table.heads[index] || t`Column ${index + 1}`}
              description={<span className="breakable">{samples.join(', ')}</span>}
              inputWrapperOrder={['label', 'input', 'description']}
              data={fields}
              value={column ?? ''}
              disabled={isChecking}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                onTable(withColumn(table, index, chosen === '' ? null : (chosen as RosterColumn)));
              }}
            />
          );
        })}
      </SimpleGrid>
      <Text role="status" c={isWhole ? undefined : 'red'}>
        {isWhole && people.length > 0
          ? t`${plural(people.length, { one: '# student', other: '# students' })}: ${names}`
          : t`Choose the column with the names, or those with family name and given name.`}
      </Text>
      <Group>
        <Button disabled={!isWhole || people.length === 0} loading={isChecking} onClick={() => onRead(table)}>
          {t`Look at the list`}
        </Button>
        <Button variant="default" disabled={isChecking} onClick={onBack}>
          {t`Back to the text`}
        </Button>
      </Group>
    </Stack>
  );
}

const reasonText: Record<LeftOutReason, MessageDescriptor> = {
  heading: msg`a heading`,
  around: msg`no student, it seems`,
  no_name: msg`no name in it`,
  half_name: msg`only a part of the name`,
};

const PAGE_SIZE = 20;

interface LeftOutLinesProps {
  lines: readonly LeftOutLine[];
  isBusy: boolean;
  onTakeIn: (line: number) => void;
}

/** Lines that are taken for nobody: each can be a student all the same. */
export function LeftOutLines({ lines, isBusy, onTakeIn }: LeftOutLinesProps) {
  const { i18n, t } = useLingui();
  const { items, ...pages } = usePages(lines, PAGE_SIZE);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Stack component="section" gap="sm" aria-label={t`Lines that are left out`}>
      <Title order={2} size="h3" ref={heading} tabIndex={-1}>
        {t`${plural(lines.length, { one: '# line is left out', other: '# lines are left out' })}`}
      </Title>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map((row) => (
          <Group key={row.line} component="li" justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" className="breakable" miw={0}>
              {row.text}
              <Text
                span
                inherit
                c="dimmed"
              >{` (${t`Line ${row.line}`}: ${i18n._(reasonText[row.reason])})`}</Text>
            </Text>
            <Button
              variant="subtle"
              size="sm"
              mih={44}
              style={{ flexShrink: 0 }}
              disabled={isBusy}
              aria-label={t`Take in line ${row.line}: ${row.text}`}
              onClick={() => {
                heading.current?.focus();
                onTakeIn(row.line);
              }}
            >
              {t`Take in`}
            </Button>
          </Group>
        ))}
      </Stack>
      <Pages {...pages} label={t`Pages of lines that are left out`} />
    </Stack>
  );
}
