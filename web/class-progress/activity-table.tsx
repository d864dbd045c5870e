import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { formatDuration } from '../ui/duration.ts';
import type { ActivityDay } from './activity-days.ts';

interface ActivityTableProps {
  id: string;
  caption: string;
  rows: (ActivityDay & { label: string })[];
}

/** The numbers of the activity chart, and those that its bars do not show. */
export function ActivityTable({ id, caption, rows }: ActivityTableProps) {
  const { i18n } = useLingui();
  const ofClass = rows.some(({ students }) => students);
  return (
    <Table id={id} captionSide="top" verticalSpacing={4} horizontalSpacing={6}>
      <Table.Caption>{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <Trans>Day</Trans>
          </Table.Th>
          <Table.Th scope="col" ta="right">
            <Trans>Cards</Trans>
          </Table.Th>
          {ofClass && (
            <Table.Th scope="col" ta="right">
              <Trans>Students</Trans>
            </Table.Th>
          )}
          <Table.Th scope="col" ta="right">
            <Trans>Time</Trans>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ day, label, cards_studied, students, time_spent_seconds }) => (
          <Table.Tr key={day}>
            <Table.Th scope="row" fw="normal">
              {label}
            </Table.Th>
            <Table.Td ta="right" className="tabular">
              {cards_studied}
            </Table.Td>
            {ofClass && (
              <Table.Td ta="right" className="tabular">
                {students}
              </Table.Td>
            )}
            <Table.Td ta="right" className="tabular">
              {formatDuration(time_spent_seconds, i18n)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
