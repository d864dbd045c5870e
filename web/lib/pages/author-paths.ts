import { learns, type Role } from '../../../core/contract/roles.ts';
import { useSession } from '../kept/stored-session.ts';
import { paths } from './paths.ts';

/** Where somebody who makes decks has them: the same pages stand at other addresses for students. */
export interface AuthorPaths {
  decks: () => string;
  create: () => string;
  deck: (deckId: number) => string;
  import: () => string;
  paste: () => string;
  many: (deckId: number) => string;
  table: (deckId: number) => string;
  trash: () => string;
  deckTrash: (deckId: number) => string;
}

const OF_TEACHERS: AuthorPaths = {
  decks: paths.teacherDecks,
  create: paths.teacherCreate,
  deck: paths.teacherDeck,
  import: paths.teacherImport,
  paste: paths.teacherPaste,
  many: paths.manyCards,
  table: paths.deckTable,
  trash: paths.teacherTrash,
  deckTrash: paths.deckTrash,
};

const OF_STUDENTS: AuthorPaths = {
  decks: paths.ownDecks,
  create: paths.newOwnDeck,
  deck: paths.ownDeck,
  import: paths.ownImport,
  paste: paths.ownPaste,
  many: paths.ownManyCards,
  table: paths.ownDeckTable,
  trash: paths.ownTrash,
  deckTrash: paths.ownDeckTrash,
};

export const authorPaths = (role: Role | null): AuthorPaths => (learns(role) ? OF_STUDENTS : OF_TEACHERS);

export const useAuthorPaths = (): AuthorPaths => authorPaths(useSession().role);
