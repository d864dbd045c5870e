import { useLingui } from '@lingui/react/macro';
import { Stack, Table, Text } from '@mantine/core';
import { CardText } from './card-text.tsx';

/** How marks are typed, and what becomes of them. */
export function MarkHelp() {
  const { t } = useLingui();
  const bold = t`bold`;
  const italic = t`italics`;
  const typed = [`**${bold}**`, `//${italic}//`, '{漢字|かんじ}', '\\(x^2 + 1\\)', '\\[\\frac{1}{2}\\]'];
  return (
    <Stack gap="xs" role="group" aria-label={t`How to write emphasis`}>
      <Table layout="fixed" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`You type`}</Table.Th>
            <Table.Th>{t`The card shows`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {typed.map((text) => (
            <Table.Tr key={text}>
              <Table.Td className="breakable">
                <code>{text}</code>
              </Table.Td>
              <Table.Td>
                <CardText text={text} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {t`Formulas are written as in LaTeX. Square brackets give a formula a line of its own. A backslash \\ before a mark shows it as it is typed.`}
      </Text>
    </Stack>
  );
}
