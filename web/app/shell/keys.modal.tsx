import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Kbd, Stack, Table, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { administers, learns, type Role, teaches } from '../../../core/contract/roles.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useLetterKeys } from '../../lib/text/letter-keys.ts';
import { Dialog } from '../../ui/control/dialog.tsx';

export interface KeyHelp {
  /** Each is pressed with the others of its list. Several lists are one as good as the other. */
  keys: string[][];
  does: MessageDescriptor;
}

export interface KeyGroup {
  title: MessageDescriptor;
  keys: KeyHelp[];
}

const learning: KeyGroup = {
  title: msg`While learning`,
  keys: [
    { keys: [['Space'], ['Enter']], does: msg`Turn the card` },
    { keys: [['1']], does: msg`First rating, after the card is turned` },
    { keys: [['2']], does: msg`Second rating` },
    { keys: [['3']], does: msg`Third rating` },
    { keys: [['P']], does: msg`Play the sound` },
    { keys: [['Z']], does: msg`Take the last answer back` },
    { keys: [['Enter']], does: msg`In the answer box: turn the card` },
  ],
};

const deckPreview: KeyGroup = {
  title: msg`In the preview of a deck`,
  keys: [
    { keys: [['←']], does: msg`Card before` },
    { keys: [['→']], does: msg`Next card` },
    { keys: [['Space']], does: msg`Turn the card` },
    { keys: [['P']], does: msg`Play the sound` },
  ],
};

const cardForm: KeyGroup = {
  title: msg`In the form of a card`,
  keys: [{ keys: [['Ctrl', 'Enter']], does: msg`Save the card` }],
};

const exam: KeyGroup = {
  title: msg`In an exam`,
  keys: [
    { keys: [['Tab']], does: msg`Next question or button` },
    { keys: [['↑'], ['↓']], does: msg`Choose another option of the question` },
  ],
};

const everywhere = (canSearch: boolean): KeyGroup => ({
  title: msg`Everywhere`,
  keys: [
    ...(canSearch
      ? [
          {
            keys: [
              ['Ctrl', 'K'],
              ['⌘', 'K'],
            ],
            does: msg`Search for a deck, a class, an exam or a page`,
          },
        ]
      : []),
    { keys: [['?']], does: msg`Show these keys` },
    { keys: [['Esc']], does: msg`Close a window or a menu` },
    { keys: [['Tab'], ['Shift', 'Tab']], does: msg`To the next control, or the one before` },
  ],
});

const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);

const isLetter = ([key, ...others]: string[]): boolean =>
  others.length === 0 && key !== undefined && /^[\dA-Z?]$/.test(key);

/** Returns the groups without the keys that are a letter, digit or mark alone. */
export const withoutLetterKeys = (groups: KeyGroup[]): KeyGroup[] =>
  groups
    .map(({ title, keys }) => ({ title, keys: keys.filter((help) => !help.keys.every(isLetter)) }))
    .filter(({ keys }) => keys.length > 0);

/** Returns the keys of a page, its own before those that are the same everywhere. */
export function keysOf(pathname: string, role: Role | null): KeyGroup[] {
  if (isWithin(pathname, '/learn')) return [learning, everywhere(false)];
  if (isWithin(pathname, '/exam')) return [exam, everywhere(false)];
  const own =
    teaches(role) && [paths.teacher(), paths.teacherDecks(), paths.teacherCreate()].includes(pathname)
      ? [deckPreview, cardForm]
      : administers(role) && pathname === paths.admin()
        ? [cardForm]
        : learns(role) && isWithin(pathname, paths.ownDecks())
          ? [deckPreview, cardForm]
          : learns(role)
            ? [learning]
            : [];
  return [...own, everywhere(role !== null)];
}

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
