import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Person } from '../../core/person/person.schema.ts';
import { Dialog } from '../ui/control/dialog.tsx';
import { useSaveCsv } from '../ui/list/use-save-csv.ts';
import { loginOf } from './person-text.ts';

export interface GivenPassword {
  person: Pick<Person, 'id' | 'name' | 'email' | 'user_name'>;
  password: string;
}

/** New passwords, shown this once: to be read out, copied, or saved as a table. Only its buttons close it. */
export function GivenPasswordsModal({ given, onClose }: { given: GivenPassword[]; onClose: () => void }) {
  const { t } = useLingui();
  const saveCsv = useSaveCsv();
  const save = () =>
    saveCsv('passwords.csv', [
      [t`Name`, t`Login`, t`Password`],
      ...given.map(({ person, password }) => [person.name, loginOf(person), password]),
    ]);
  return (
    <Dialog
      opened={given.length > 0}
      onClose={onClose}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t`New passwords`}
      size="lg"
    >
      <Stack>
        <Alert color="honey" variant="light">
          {t`These passwords are shown only now and are kept nowhere. Whoever logs in with one first chooses their own.`}
        </Alert>
        <Table aria-label={t`New passwords`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t`Name`}</Table.Th>
              <Table.Th scope="col">{t`Password`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {given.map(({ person, password }) => (
              <Table.Tr key={person.id}>
                <Table.Td className="breakable">
                  {person.name}
                  <Text size="xs" c="dimmed">
                    {loginOf(person)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text component="code" ff="monospace" fw={600} style={{ whiteSpace: 'nowrap' }}>
                    {password}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void save()}
          >
            {t`Save as CSV`}
          </Button>
          <Button onClick={onClose}>{t`Done`}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
