import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  Paper,
  Progress,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import type { LoginSlip } from '../../core/roster/roster.schema.ts';
import {
  bodyOf,
  isGood,
  type ListedRow,
  type ListPart,
  lookedAt,
  mended,
  nextPart,
  refusedPart,
  takenIn,
  withChecks,
  withoutPart,
} from '../../core/roster/roster-list.ts';
import type { RosterProblem, RosterRow } from '../../core/roster/roster-row.ts';
import {
  type LeftOutLine,
  type PastedRow,
  peopleOf,
  type RosterTable,
} from '../../core/roster/roster-text.ts';
import { useClassesChanged } from '../classroom/classroom.queries.ts';
import { ApiError, callApi } from '../lib/call/api-client.ts';
import { errorText } from '../lib/call/error-text.ts';
import { patiently } from '../lib/call/patiently.ts';
import { makeUuid } from '../lib/call/uuid.ts';
import { StickyBar } from '../ui/control/sticky-bar.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { Pages, usePages } from '../ui/list/pagination.tsx';
import { MadeSlips } from './made-slips.tsx';
import { OwnClassPage } from './own-class-page.tsx';
import { LeftOutLines, ReadRoster } from './read-roster.tsx';

interface RosterState {
  rows: readonly ListedRow[];
  /** Lines of the list that are taken for nobody. */
  leftOut: readonly LeftOutLine[];
  /** Of the accounts that were made here. */
  slips: readonly LoginSlip[];
  /** How many rows are to become accounts since the last start. */
  aim: number;
  /** Somebody has changed what was read of the list. */
  isChanged: boolean;
  work: 'none' | 'checking' | 'making' | 'stopping';
  error: unknown;
}

const NOTHING: RosterState = {
  rows: [],
  leftOut: [],
  slips: [],
  aim: 0,
  isChanged: false,
  work: 'none',
  error: null,
};

/** The problems of a part that the server refused; undefined for any other error. */
const problemsIn = (error: unknown): (RosterProblem | null)[] | undefined =>
  error instanceof ApiError && error.code === 'roster_refused'
    ? (error.data as (RosterProblem | null)[])
    : undefined;

/**
 * A list on its way to accounts: looked at by the server, mended, then made a part at a time. A part without an answer is
 * sent again under its key, so that nobody is made twice.
 */
function useRoster(classId: number, onMade: () => void) {
  const [state, setState] = useState(NOTHING);
  const now = useRef(state);
  /** What was sent and not answered. */
  const open = useRef<ListPart | undefined>(undefined);
  const put = (change: Partial<RosterState>) => {
    now.current = { ...now.current, ...change };
    setState(now.current);
  };
  const params = { classId };

  const check = async (rows: readonly PastedRow[], leftOut = now.current.leftOut): Promise<boolean> => {
    if (rows.length === 0) {
      put({ rows: [], leftOut });
      return true;
    }
    put({ work: 'checking', error: null });
    try {
      const { data } = await callApi('POST /api/classes/:classId/roster/check', {
        params,
        body: { rows: rows.map(bodyOf) },
      });
      put({ rows: withChecks(rows, data), leftOut, work: 'none' });
      return true;
    } catch (error) {
      put({ work: 'none', error });
      return false;
    }
  };

  const makeNext = async (): Promise<boolean> => {
    open.current ??= nextPart(now.current.rows, makeUuid);
    const part = open.current;
    if (!part) return false;
    try {
      const body = { key: part.key, rows: part.rows.map(bodyOf) };
      const { data } = await patiently(() => callApi('POST /api/classes/:classId/roster', { params, body }));
      open.current = undefined;
      put({ rows: withoutPart(now.current.rows, part), slips: [...now.current.slips, ...data] });
    } catch (error) {
      const problems = problemsIn(error);
      if (!problems) throw error;
      open.current = undefined;
      put({ rows: refusedPart(now.current.rows, part, problems) });
    }
    return true;
  };

  const make = async () => {
    const { rows, slips } = now.current;
    put({ work: 'making', error: null, aim: slips.length + rows.filter(isGood).length });
    try {
      while (now.current.work === 'making' && (await makeNext()));
      put({ work: 'none' });
    } catch (error) {
      put({ work: 'none', error });
    }
    onMade();
  };

  return {
    ...state,
    /** A part is perhaps made already: the list is not to be changed until that is known. */
    isOpen: open.current !== undefined,
    check,
    checkAgain: () => check(lookedAt(now.current.rows)),
    mend: (line: number, change: Partial<RosterRow>) =>
      put({ rows: mended(now.current.rows, line, change), isChanged: true }),
    takeIn: (line: number) => put({ ...takenIn(now.current, line), isChanged: true }),
    leaveOut: (line: number) =>
      put({ rows: now.current.rows.filter((row) => row.line !== line), isChanged: true }),
    make,
    stop: () => put({ work: 'stopping' }),
    /** Another list; the slips stay. */
    startOver: () => put({ rows: [], leftOut: [], isChanged: false, error: null }),
  };
}

/** In which field of a row a problem is, and what is said of it. */
const rosterProblemText: Record<RosterProblem, { field: keyof RosterRow; text: MessageDescriptor }> = {
  name_missing: { field: 'name', text: msg`The name is missing` },
  name_long: { field: 'name', text: msg`This name is too long` },
  formula: { field: 'name', text: msg`This is a formula, not a name` },
  user_name_invalid: {
    field: 'user_name',
    text: msg`Small letters without marks, numbers and dots; 2 to 40 of them`,
  },
  user_name_twice: { field: 'user_name', text: msg`This user name is in the list twice` },
  user_name_taken: { field: 'user_name', text: msg`Somebody has this user name already` },
  email_invalid: { field: 'email', text: msg`This is not an email address` },
  email_twice: { field: 'email', text: msg`This email address is in the list twice` },
  email_taken: { field: 'email', text: msg`Somebody with this email address has an account already` },
};

/** Of a name that may have something else in it. */
const doubtful: { field: keyof RosterRow; text: MessageDescriptor } = {
  field: 'name',
  text: msg`Is all of this the name?`,
};

type Roster = Pick<
  ReturnType<typeof useRoster>,
  'rows' | 'leftOut' | 'work' | 'isOpen' | 'mend' | 'leaveOut' | 'takeIn' | 'checkAgain'
>;

const PAGE_SIZE = 50;

/** What would become of each line: first those that are to be mended, then those that are good. */
function RosterPreview({ roster }: { roster: Roster }) {
  const { t } = useLingui();
  const bad = roster.rows.filter((row) => !isGood(row));
  const good = roster.rows.filter(isGood);
  const { items: badShown, ...badPages } = usePages(bad, PAGE_SIZE);
  const { items: goodShown, ...goodPages } = usePages(good, PAGE_SIZE);
  const isBusy = roster.work !== 'none' || roster.isOpen;
  return (
    <Stack gap="lg">
      {bad.length > 0 && (
        <Stack component="section" aria-label={t`Lines to be mended`} gap="sm">
          <Title order={2} size="h3">
            {t`${plural(bad.length, { one: '# line needs your look', other: '# lines need your look' })}`}
          </Title>
          {badShown.map((row) => (
            <BadRow key={row.line} row={row} isBusy={isBusy} roster={roster} />
          ))}
          <Pages {...badPages} label={t`Pages of lines to be mended`} />
          <Group>
            <Button
              variant="light"
              loading={roster.work === 'checking'}
              disabled={isBusy}
              onClick={() => void roster.checkAgain()}
            >
              {t`Check again`}
            </Button>
          </Group>
        </Stack>
      )}
      {good.length > 0 && (
        <Stack component="section" gap="sm" aria-label={t`Students to be added`}>
          <Title order={2} size="h3">
            {t`${plural(good.length, { one: '# student to be added', other: '# students to be added' })}`}
          </Title>
          <Table verticalSpacing={0} layout="auto">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t`Name`}</Table.Th>
                <Table.Th>{t`User name`}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {goodShown.map((row) => (
                <Table.Tr key={row.line}>
                  <Table.Td className="breakable">
                    {row.name}
                    {row.isNamesake && (
                      <Badge color="honey" variant="light" ml={{ base: 0, xs: 'xs' }} tt="none">
                        {t`The class has somebody of this name`}
                      </Badge>
                    )}
                    {row.email !== null && (
                      <Text size="xs" c="dimmed">
                        {row.email}
                      </Text>
                    )}
                    <Note row={row} />
                  </Table.Td>
                  <Table.Td className="breakable" miw="8rem">
                    {row.suggested}
                  </Table.Td>
                  <Table.Td ta="end">
                    <LeaveOut row={row} isBusy={isBusy} roster={roster} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Pages {...goodPages} label={t`Pages of students to be added`} />
        </Stack>
      )}
      {roster.leftOut.length > 0 && (
        <LeftOutLines lines={roster.leftOut} isBusy={isBusy} onTakeIn={roster.takeIn} />
      )}
    </Stack>
  );
}

/** What stood beside the name in the list and is not kept. */
function Note({ row: { note } }: { row: ListedRow }) {
  const { t } = useLingui();
  if (note === undefined) return null;
  return (
    <Text size="xs" c="dimmed" className="breakable">
      {t`Not part of the name: ${note}`}
    </Text>
  );
}

interface RowProps {
  row: ListedRow;
  isBusy: boolean;
  roster: Roster;
}

function LeaveOut({ row, isBusy, roster }: RowProps) {
  const { t } = useLingui();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      disabled={isBusy}
      aria-label={t`Leave out line ${row.line}: ${row.name}`}
      onClick={() => roster.leaveOut(row.line)}
    >
      <IconX size={18} aria-hidden />
    </ActionIcon>
  );
}

/** A line that cannot become an account as it is; it is mended where it stands. */
function BadRow({ row, isBusy, roster }: RowProps) {
  const { i18n, t } = useLingui();
  const asked = row.isDoubtful ? doubtful : undefined;
  const found = row.isMended ? undefined : row.problem ? rosterProblemText[row.problem] : asked;
  const field = (name: keyof RosterRow, label: string) => (
    <TextInput
      label={label}
      value={row[name] ?? ''}
      error={found?.field === name && i18n._(found.text)}
      disabled={isBusy}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => roster.mend(row.line, { [name]: event.currentTarget.value })}
    />
  );
  return (
    <Paper withBorder radius="md" p="sm" role="group" aria-label={t`Line ${row.line}`}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" c="dimmed">
          {t`Line ${row.line}`}
        </Text>
        <LeaveOut row={row} isBusy={isBusy} roster={roster} />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {field('name', t`Name`)}
        {field('user_name', t`User name`)}
        {field('email', t`Email`)}
      </SimpleGrid>
      <Note row={row} />
    </Paper>
  );
}

function ClassRoster({ classroom }: { classroom: Pick<Classroom, 'id' | 'name'> }) {
  const { i18n, t } = useLingui();
  const changed = useClassesChanged();
  const confirm = useConfirm();
  const roster = useRoster(classroom.id, () => void changed());
  const { rows, leftOut, slips, work, aim, error } = roster;
  const [text, setText] = useState('');
  /** The list, as long as it is looked at how its columns are read. */
  const [table, setTable] = useState<RosterTable | null>(null);
  const good = rows.filter(isGood).length;
  const isMaking = work === 'making' || work === 'stopping';
  const isListed = rows.length > 0 || (leftOut.length > 0 && slips.length === 0);
  const startOver = async (): Promise<boolean> => {
    const isSure =
      !roster.isChanged ||
      (await confirm({
        title: t`Throw away what you have changed?`,
        text: t`Lines that you have mended, taken in or left out are as the list has them again.`,
        confirmLabel: t`Throw it away`,
        danger: true,
      }));
    if (isSure) roster.startOver();
    return isSure;
  };
  const list = async (read: RosterTable) => {
    setTable(read);
    const { people, leftOut } = peopleOf(read);
    await roster.check(people, leftOut);
  };
  return (
    <Stack gap="xl">
      {error !== null && (
        <Alert role="alert" color="red" variant="light">
          {errorText(i18n, error)}
        </Alert>
      )}
      {!isListed && slips.length === 0 && (
        <ReadRoster
          text={text}
          onText={setText}
          table={table}
          onTable={setTable}
          isChecking={work === 'checking'}
          onRead={(read) => void list(read)}
        />
      )}
      {isListed && (
        <>
          <RosterPreview roster={roster} />
          {isMaking ? (
            <Stack gap="xs">
              <Progress value={(slips.length / Math.max(1, aim)) * 100} aria-label={t`Accounts made`} />
              <Group justify="space-between">
                <Text role="status" className="tabular">
                  {t`${slips.length} of ${plural(aim, { one: '# account', other: '# accounts' })} made`}
                </Text>
                <Button variant="default" disabled={work === 'stopping'} onClick={roster.stop}>
                  {t`Stop`}
                </Button>
              </Group>
            </Stack>
          ) : (
            <StickyBar>
              {good > 0 && (
                <Button disabled={work !== 'none'} onClick={() => void roster.make()}>
                  {slips.length > 0 || roster.isOpen
                    ? t`Go on with ${plural(good, { one: '# student', other: '# students' })}`
                    : t`Add ${plural(good, { one: '# student', other: '# students' })}`}
                </Button>
              )}
              {slips.length === 0 && !roster.isOpen && (table?.columns.length ?? 0) > 1 && (
                <Button variant="default" disabled={work !== 'none'} onClick={() => void startOver()}>
                  {t`Choose the columns`}
                </Button>
              )}
              <Button
                variant="default"
                disabled={work !== 'none' || roster.isOpen}
                onClick={async () => {
                  if (!(await startOver())) return;
                  setTable(null);
                  setText('');
                }}
              >
                {t`Discard this list`}
              </Button>
            </StickyBar>
          )}
        </>
      )}
      {slips.length > 0 && !isMaking && (
        <Stack component="section" aria-label={t`Login slips of the new students`}>
          <MadeSlips
            key={slips.length}
            slips={slips}
            className={classroom.name}
            title={t`${plural(slips.length, { one: '# student was added', other: '# students were added' })}`}
          />
        </Stack>
      )}
      {!isListed && leftOut.length > 0 && (
        <LeftOutLines lines={leftOut} isBusy={work !== 'none'} onTakeIn={roster.takeIn} />
      )}
    </Stack>
  );
}

export default function ClassRosterPage() {
  const { t } = useLingui();
  return (
    <OwnClassPage
      title={t`Add students from a list`}
      text={t`For students without an email address: each gets a user name and a first password, and is in the class at once.`}
    >
      {(classroom) => <ClassRoster classroom={classroom} />}
    </OwnClassPage>
  );
}
