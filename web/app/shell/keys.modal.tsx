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
import { KEYS } from '../../ui/control/keys.ts';

interface KeyHelp {
  /** Each is pressed with the others of its list. Several lists are one as good as the other. */
  keys: string[][];
  does: MessageDescriptor;
}

export interface KeyGroup {
  title: MessageDescriptor;
  keys: KeyHelp[];
}

/** Keys that are not called as they are printed. */
const PRINTED: Record<string, string> = {
  Control: 'Ctrl',
  Meta: '⌘',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

const help = (keys: readonly string[], does: MessageDescriptor): KeyHelp => ({
  keys: keys.map((together) => together.split('+').map((key) => PRINTED[key] ?? key)),
  does,
});

/** Each action of a table of keys with what it does, in the order of `does`. */
const explained = <Action extends string>(
  table: Record<Action, readonly string[]>,
  does: Record<Action, MessageDescriptor>,
): KeyHelp[] => (Object.keys(does) as Action[]).map((action) => help(table[action], does[action]));

const learning: KeyGroup = {
  title: msg`While learning`,
  keys: [
    ...explained(KEYS.session, {
      reveal: msg`Turn the card`,
      rate0: msg`Unknown, after the card is turned`,
      rate1: msg`Revealed`,
      rate2: msg`Confident`,
      play: msg`Play the sound`,
      undo: msg`Take the last answer back`,
      leave: msg`Leave the session`,
    }),
    help(['Enter'], msg`In the answer box: turn the card`),
  ],
};

const deckPreview: KeyGroup = {
  title: msg`In the preview of a deck`,
  keys: explained(KEYS.preview, {
    previous: msg`Card before`,
    next: msg`Next card`,
    flip: msg`Turn the card`,
    play: msg`Play the sound`,
  }),
};

const cardForm: KeyGroup = {
  title: msg`In the form of a card`,
  keys: explained(KEYS.cardForm, { save: msg`Save the card` }),
};

const exam: KeyGroup = {
  title: msg`In an exam`,
  keys: [
    help(['Tab'], msg`Next question or button`),
    help(['ArrowUp', 'ArrowDown'], msg`Choose another option of the question`),
  ],
};

const [search, ...others] = [
  ...explained(KEYS.shell, {
    search: msg`Search for a deck, a class, an exam or a page`,
    keys: msg`Show these keys`,
  }),
  help(['Escape'], msg`Close a window or a menu`),
  help(['Tab', 'Shift+Tab'], msg`To the next control, or the one before`),
];

const everywhere = (canSearch: boolean): KeyGroup => ({
  title: msg`Everywhere`,
  keys: canSearch && search ? [search, ...others] : others,
});

const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);

const isLetter = ([key, ...others]: string[]): boolean =>
  others.length === 0 && key !== undefined && /^[\dA-Z?]$/.test(key);

/** Returns the groups without the keys that are a letter, digit or mark alone. */
export const withoutLetterKeys = (groups: KeyGroup[]): KeyGroup[] =>
  groups
    .map(({ title, keys }) => ({ title, keys: keys.filter((each) => !each.keys.every(isLetter)) }))
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
