import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { DeckImport, Problem } from '../../core/deck-import/deck-import.schema.ts';
import { PROBLEMS_MAX } from '../../core/deck-import/import-limits.ts';
import { getAll } from '../lib/call/all-pages.ts';
import { failureText } from '../lib/call/notice-text.ts';
import type { CsvRow } from '../lib/text/csv.ts';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import { useSaveCsv } from '../ui/list/use-save-csv.ts';
import { problemsAddress } from './calls-by-role.ts';
import classes from './deck-import.module.css';
import { importProblemText } from './problem-text.ts';
import { fieldLabel } from './upload/file-field-text.ts';

interface ProblemsCsvTexts {
  /** Of row, its first words, field, severity, what is wrong. */
  head: [string, string, string, string, string];
  severity: (problem: Problem) => string;
  /** In the user's language. */
  text: (problem: Problem) => string;
}

/** Everything that was found, as a table for spreadsheets; fields by their names in the file. */
export function problemsTable(
  problems: readonly Problem[],
  { head, severity, text }: ProblemsCsvTexts,
): CsvRow[] {
  const cells = problems.map((problem) => [
    problem.row ?? '',
    problem.params.words ?? '',
    problem.field ?? '',
    severity(problem),
    text(problem),
  ]);
  return [head, ...cells];
}

export const problemsFileName = (importId: number): string => `import-${importId}-problems.csv`;

const readImportProblems = (importId: number): Promise<Problem[]> =>
  getAll(problemsAddress({ params: { importId } }));

/** Rows of the table that are drawn; the file has all of them. */
const SHOWN = 50;

function ProblemRow({ problem, isDone }: { problem: Problem; isDone: boolean }) {
  const { t, i18n } = useLingui();
  const isError = problem.severity === 'error';
  const { words } = problem.params;
  return (
    <Table.Tr>
      <Table.Td className={classes.problem}>
        <span className="tabular">{problem.row?.toLocaleString(i18n.locale) ?? '–'}</span>
        {words !== undefined && (
          <Text span size="xs" c="dimmed">
            {' '}
            {words}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{problem.field === null ? '–' : fieldLabel(i18n, problem.field)}</Table.Td>
      <Table.Td className={classes.problem}>
        <Badge size="sm" variant="light" color={isError ? 'red' : 'yellow'} tt="none">
          {isError ? (isDone ? t`Left out` : t`Error`) : t`Note`}
        </Badge>{' '}
        {importProblemText(i18n, problem)}
      </Table.Td>
    </Table.Tr>
  );
}

export function ProblemList({ current }: { current: DeckImport }) {
  const { t, i18n } = useLingui();
  const saveCsv = useSaveCsv();
  const { error_count, warning_count, errors } = current;
  const count = error_count + warning_count;
  const shown = errors.slice(0, SHOWN);
  const isTable = current.files.some(({ name }) => /\.(csv|tsv|txt|xlsx)$/i.test(name));
  const place = isTable ? t`Row` : t`Card no.`;
  const kept = PROBLEMS_MAX.toLocaleString(i18n.locale);

  const [download, isReading] = useAttempt(failureText.fetchImportsFailed, async () => {
    const problems = await readImportProblems(current.id);
    const table = problemsTable(problems, {
      head: [place, t`First words`, t`Field`, t`Kind`, t`Problem`],
      severity: ({ severity }) => (severity === 'error' ? t`Error` : t`Note`),
      text: (problem) => importProblemText(i18n, problem),
    });
    await saveCsv(problemsFileName(current.id), table);
  });

  if (count === 0) return null;
  const wrong = t`${plural(error_count, { one: '# error', other: '# errors' })}`;
  const notes = t`${plural(warning_count, { one: '# note', other: '# notes' })}`;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text fw={600} className="tabular">
          {[error_count > 0 && wrong, warning_count > 0 && notes].filter(Boolean).join(', ')}
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={isReading}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download()}
        >
          {t`Download all as CSV`}
        </Button>
      </Group>
      <ScrollArea.Autosize mah={400} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table aria-label={t`What was found`} fz="sm" verticalSpacing={6} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{place}</Table.Th>
              <Table.Th scope="col">{t`Field`}</Table.Th>
              <Table.Th scope="col">{t`Problem`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((problem, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
              <ProblemRow key={index} problem={problem} isDone={current.status === 'completed'} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {count > shown.length && (
        <Text size="sm" c="dimmed">
          {count > PROBLEMS_MAX
            ? t`These are the first; the file has ${kept} of them.`
            : t`These are the first; the file has all of them.`}
        </Text>
      )}
    </Stack>
  );
}
