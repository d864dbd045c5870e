import { Trans } from '@lingui/react/macro';
import { Table } from '@mantine/core';

interface ScoreTableProps {
  id: string;
  caption: string;
  /** Students by their score out of ten, from 0. */
  distribution: readonly number[];
}

/** The numbers of the chart of scores. */
export function ScoreTable({ id, caption, distribution }: ScoreTableProps) {
  return (
    <Table id={id} captionSide="top" verticalSpacing={4}>
      <Table.Caption>{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <Trans>Score out of 10</Trans>
          </Table.Th>
          <Table.Th scope="col" ta="right">
            <Trans>Students</Trans>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {distribution
          .map((students, score) => ({ score, students }))
          .map(({ score, students }) => (
            <Table.Tr key={score}>
              <Table.Th scope="row" fw="normal" className="tabular">
                {score}
              </Table.Th>
              <Table.Td ta="right" className="tabular">
                {students}
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}
