import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  ActionIcon,
  Badge,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { RosterProblem } from '../../core/roster/roster-row.ts';
import { pageOf } from '../ui/list/page-of.ts';
import { Pages } from '../ui/list/pagination.tsx';
import { isGood, type ListedRow } from './roster-list.ts';
import type { useRoster } from './use-roster.ts';

type Field = 'name' | 'user_name' | 'email';

/** In which field of a row a problem is, and what is said of it. */
const rosterProblemText: Record<RosterProblem, { field: Field; text: MessageDescriptor }> = {
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

type Roster = Pick<
  ReturnType<typeof useRoster>,
  'rows' | 'work' | 'isOpen' | 'mend' | 'leaveOut' | 'checkAgain'
>;

const PAGE_SIZE = 50;

/** What would become of each line: first those that are to be mended, then those that are good. */
export function RosterPreview({ roster }: { roster: Roster }) {
  const { t } = useLingui();
  const [badPage, setBadPage] = useState(1);
  const [goodPage, setGoodPage] = useState(1);
  const bad = roster.rows.filter((row) => !isGood(row));
  const good = roster.rows.filter(isGood);
  const badShown = pageOf(bad, badPage, PAGE_SIZE);
  const goodShown = pageOf(good, goodPage, PAGE_SIZE);
  const isBusy = roster.work !== 'none' || roster.isOpen;
  return (
    <Stack gap="lg">
      {bad.length > 0 && (
        <Stack component="section" aria-label={t`Lines to be mended`} gap="sm">
          <Title order={2} size="h3">
            {t`${plural(bad.length, { one: '# line needs your look', other: '# lines need your look' })}`}
          </Title>
          {badShown.items.map((row) => (
            <BadRow key={row.line} row={row} isBusy={isBusy} roster={roster} />
          ))}
          <Pages
            total={badShown.pageCount}
            page={badShown.page}
            onChange={setBadPage}
            label={t`Pages of lines to be mended`}
          />
          <Group>
            <Button
              variant="light"
              loading={roster.work === 'checking'}
              disabled={isBusy}
              onClick={() => void roster.checkAgain()}
            >
              <Trans>Check again</Trans>
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
                <Table.Th>
                  <Trans>Name</Trans>
                </Table.Th>
                <Table.Th>
                  <Trans>User name</Trans>
                </Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {goodShown.items.map((row) => (
                <Table.Tr key={row.line}>
                  <Table.Td className="breakable">
                    {row.name}
                    {row.isNamesake && (
                      <Badge color="honey" variant="light" ml={{ base: 0, xs: 'xs' }} tt="none">
                        <Trans>The class has somebody of this name</Trans>
                      </Badge>
                    )}
                    {row.email !== null && (
                      <Text size="xs" c="dimmed">
                        {row.email}
                      </Text>
                    )}
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
          <Pages
            total={goodShown.pageCount}
            page={goodShown.page}
            onChange={setGoodPage}
            label={t`Pages of students to be added`}
          />
        </Stack>
      )}
    </Stack>
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
  const found = row.problem && !row.isMended ? rosterProblemText[row.problem] : undefined;
  const field = (name: 'name' | 'user_name' | 'email', label: string) => (
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
          <Trans>Line {row.line}</Trans>
        </Text>
        <LeaveOut row={row} isBusy={isBusy} roster={roster} />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {field('name', t`Name`)}
        {field('user_name', t`User name`)}
        {field('email', t`Email`)}
      </SimpleGrid>
    </Paper>
  );
}
