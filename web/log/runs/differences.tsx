import { useLingui } from '@lingui/react/macro';
import { Badge, Button, Collapse, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { LogRun } from '../../../core/log/log.schema.ts';
import classes from '../log.module.css';
import { projectionName } from '../projection-text.ts';

export type DifferingRow = LogRun['rows'][number];

/** Rows of one table that are not the same in the live and the rebuilt projection. */
interface DifferingTable {
  projection: string;
  table: string;
  /** Every field that one of the rows has. */
  fields: string[];
  rows: { side: DifferingRow['side']; cells: string[] }[];
}

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The rows by projection and table, in the order in which these first come. */
export function differingTables(rows: readonly DifferingRow[]): DifferingTable[] {
  const byTable = Map.groupBy(rows, ({ projection, table }) => `${projection} ${table}`);
  return [...byTable.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const fields = [...new Set(same.flatMap(({ row }) => Object.keys(row)))];
    return [
      {
        projection: first.projection,
        table: first.table,
        fields,
        rows: same.map(({ side, row }) => ({ side, cells: fields.map((field) => cellText(row[field])) })),
      },
    ];
  });
}

function DifferingRows({ projection, table, fields, rows }: DifferingTable) {
  const { t, i18n } = useLingui();
  const name = projectionName(i18n, projection);
  return (
    <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table captionSide="top" className={classes.row} fz="xs" verticalSpacing={4} horizontalSpacing="xs">
        <Table.Caption>{t`${name}: table ${table}`}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t`Where`}</Table.Th>
            {fields.map((field) => (
              <Table.Th key={field} scope="col" ff="monospace">
                {field}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ side, cells }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
            <Table.Tr key={row}>
              <Table.Td>
                <Badge size="sm" variant="light" color={side === 'live' ? 'yellow' : 'blue'} tt="none">
                  {side === 'live' ? t`Live table` : t`Rebuilt table`}
                </Badge>
              </Table.Td>
              {fields.map((field, column) => (
                <Table.Td key={field} className="tabular">
                  {cells[column]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

/** The first of the rows in which live and rebuilt tables differ, shown on demand. */
export function Differences({ run }: { run: Pick<LogRun, 'rows' | 'differences'> }) {
  const { t, i18n } = useLingui();
  const [isShown, setShown] = useState(false);
  const id = useId();
  const { rows, differences } = run;
  if (rows.length === 0) return null;
  const [shown, all] = [rows.length, differences ?? rows.length].map((n) => n.toLocaleString(i18n.locale));
  return (
    <Stack gap="xs">
      <Button
        size="compact-sm"
        variant="transparent"
        px={0}
        w="fit-content"
        aria-expanded={isShown}
        aria-controls={id}
        rightSection={
          isShown ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />
        }
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t`Hide the rows` : t`Show the rows`}
      </Button>
      <Collapse id={id} expanded={isShown} keepMounted={false}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t`A row that only the live table has, or only the one rebuilt from the log. One that was changed is in both.`}{' '}
            {shown !== all && t`The first ${shown} of ${all} rows:`}
          </Text>
          {differingTables(rows).map((one) => (
            <DifferingRows key={`${one.projection} ${one.table}`} {...one} />
          ))}
        </Stack>
      </Collapse>
    </Stack>
  );
}
