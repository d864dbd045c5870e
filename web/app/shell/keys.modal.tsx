import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Kbd, Stack, Table, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../lib/kept/stored-session.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useLetterKeys } from '../../lib/text/letter-keys.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { type KeyHelp, keysOf, withoutLetterKeys } from './key-list.ts';

function Keys({ keys }: Pick<KeyHelp, 'keys'>) {
  return (
    <Group gap={4} wrap="nowrap">
      {keys.map((together, index) => (
        <Fragment key={together.join(' ')}>
          {index > 0 && (
            <Text component="span" size="xs" c="dimmed">
              <Trans context="between two keys">or</Trans>
            </Text>
          )}
          {together.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Fragment>
      ))}
    </Group>
  );
}

/** The keys of the present screen, and those that are the same everywhere. */
export function KeysModal({ onClose }: { onClose: () => void }) {
  const { i18n, t } = useLingui();
  const { pathname } = useLocation();
  const { role } = useSession();
  const hasLetterKeys = useLetterKeys();
  const all = keysOf(pathname, role);
  const groups = hasLetterKeys ? all : withoutLetterKeys(all);
  return (
    <Dialog opened onClose={onClose} title={t`Keyboard shortcuts`} closeButtonProps={{ size: 'lg' }}>
      <Stack gap="lg">
        {role !== null && (
          <Text size="sm">
            {hasLetterKeys ? (
              <Trans>
                Keys that are a letter, digit or mark alone can be switched off in{' '}
                <Anchor component={Link} to={paths.account()} underline="always" onClick={onClose}>
                  your account
                </Anchor>
                .
              </Trans>
            ) : (
              <Trans>
                Keys that are a letter, digit or mark alone are switched off in{' '}
                <Anchor component={Link} to={paths.account()} underline="always" onClick={onClose}>
                  your account
                </Anchor>
                .
              </Trans>
            )}
          </Text>
        )}
        {groups.map(({ title, keys }) => (
          <section key={title.id} aria-label={i18n._(title)}>
            <Title order={3} size="h5">
              {i18n._(title)}
            </Title>
            <Table>
              <Table.Tbody>
                {keys.map(({ keys: pressed, does }) => (
                  <Table.Tr key={does.id}>
                    <Table.Th scope="row" fw={400}>
                      {i18n._(does)}
                    </Table.Th>
                    <Table.Td w={150}>
                      <Keys keys={pressed} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}
