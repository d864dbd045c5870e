import { Table } from '@mantine/core';

export interface Figures {
  /** The first column's name is that of the rows. */
  head: readonly string[];
  rows: readonly { key: string | number; label: string | number; cells: readonly (string | number)[] }[];
}

interface FiguresTableProps extends Figures {
  id: string;
  caption: string;
}

export function FiguresTable({ id, caption, head: [rowName, ...names], rows }: FiguresTableProps) {
  return (
    <Table id={id} captionSide="top" verticalSpacing={4} horizontalSpacing={6}>
      <Table.Caption>{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{rowName}</Table.Th>
          {names.map((name) => (
            <Table.Th key={name} scope="col" ta="right">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, label, cells }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw="normal" className="tabular">
              {label}
            </Table.Th>
            {names.map((name, column) => (
              <Table.Td key={name} ta="right" className="tabular">
                {cells[column]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
