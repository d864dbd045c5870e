import { administers, type Role, teaches } from '../../../core/contract/roles.ts';
import { ADMIN_VIEWS, type AdminView, parseAdminView } from './admin-view.ts';
import { paths } from './paths.ts';

export type SectionName = 'today' | 'home' | 'classes' | 'decks' | 'exams' | `admin-${AdminView}`;

export interface Section {
  name: SectionName;
  to: string;
}

/** The part of an address that decides. */
export interface Place {
  pathname: string;
  search: string;
}

/** The sections of each role, in the order in which they are shown. */
export const SECTIONS: Record<Role, readonly Section[]> = {
  student: [
    { name: 'today', to: paths.student() },
    { name: 'classes', to: paths.studentClasses() },
    { name: 'decks', to: paths.studentDecks() },
  ],
  teacher: [
    { name: 'home', to: paths.teacher() },
    { name: 'classes', to: paths.teacherClasses() },
    { name: 'decks', to: paths.teacherDecks() },
    { name: 'exams', to: paths.teacherExams() },
  ],
  admin: ADMIN_VIEWS.map((view) => ({ name: `admin-${view}` as const, to: paths.adminView(view) })),
};

const beginning = (path: string): string => path.split('/:')[0]!;

/** Pages below none of the addresses above, by how they begin. */
const ELSEWHERE: Partial<Record<Role, [start: string, name: SectionName][]>> = {
  student: [
    [beginning(paths.pairs(':deckId')), 'decks'],
    [beginning(paths.join(':code')), 'classes'],
  ],
  teacher: [
    [paths.teacherCreate(), 'decks'],
    [paths.examCreate(), 'exams'],
    [beginning(paths.examEdit(':examId')), 'exams'],
  ],
};

const isWithin = (pathname: string, start: string): boolean =>
  pathname === start || pathname.startsWith(`${start}/`);

/** Returns the section that a page belongs to; null for one that belongs to none. */
export function sectionOf(role: Role, { pathname, search }: Place): SectionName | null {
  const query = new URLSearchParams(search);
  if (administers(role))
    return pathname === paths.admin() ? `admin-${parseAdminView(query.get('view'))}` : null;
  if (teaches(role) && pathname === paths.teacher()) return query.has('deckId') ? 'decks' : 'home';
  const elsewhere = ELSEWHERE[role]?.find(([start]) => isWithin(pathname, start));
  if (elsewhere) return elsewhere[1];
  // The role's first page is the beginning of the others' addresses.
  const [first, ...others] = SECTIONS[role];
  const found = others.find(({ to }) => isWithin(pathname, to));
  return found?.name ?? (first && pathname === first.to ? first.name : null);
}

/** Pages for everybody: they keep the links of the header, and have no sections beside them. */
export const isPublicPath = (pathname: string): boolean =>
  [
    paths.home(),
    paths.about(),
    paths.privacy(),
    paths.login(),
    paths.register(),
    paths.adminLogin(),
  ].includes(pathname);
