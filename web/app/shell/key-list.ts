import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { administers, learns, type Role, teaches } from '../../../core/contract/roles.ts';
import { paths } from '../../lib/pages/paths.ts';

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
