import { Trans } from '@lingui/react/macro';
import { Table } from '@mantine/core';

interface ReviewTableProps {
  id: string;
  caption: string;
  rows: { label: string; cards: number }[];
}

/** The numbers of the chart for those who cannot see it or would rather read. */
export function ReviewTable({ id, caption, rows }: ReviewTableProps) {
  return (
    <Table id={id} captionSide="top" verticalSpacing={4}>
      <Table.Caption>{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <Trans>When</Trans>
          </Table.Th>
          <Table.Th scope="col" ta="right">
            <Trans>Cards</Trans>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ label, cards }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw="normal">
              {label}
            </Table.Th>
            <Table.Td ta="right" className="tabular">
              {cards}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
