import { useLingui } from '@lingui/react/macro';
import { addressOf } from '../../../core/address.ts';
import { administers, learns, type Role, teaches } from '../../../core/contract/roles.ts';
import { useList, useRead } from '../../lib/call/use-read.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { paths } from '../../lib/pages/paths.ts';
import { SECTION_LOOK } from '../../lib/pages/section-look.ts';
import { SECTIONS } from '../../lib/pages/section-paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import type { Place } from './place.ts';

/** Reads of what was read a moment ago anyway, but once while the search is open. */
const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false };

/** The pages that a role may open by themselves. */
export function usePagePlaces(role: Role): Place[] {
  const { i18n, t } = useLingui();
  const { students_make_decks } = useSiteSettings();
  const page = (to: string, label: string): Place => ({ kind: 'page', to, label });
  return [
    ...SECTIONS[role].map(({ name, to }) => page(to, i18n._(SECTION_LOOK[name].label))),
    ...(teaches(role)
      ? [page(paths.teacherCreate(), t`New deck`), page(paths.examCreate(), t`New exam`)]
      : []),
    ...(learns(role) && students_make_decks ? [page(paths.ownDecks(), t`Decks I made`)] : []),
    page(paths.account(), t`Account and password`),
    page(paths.home(), t`Home page of the site`),
    page(paths.about(), t`About`),
  ];
}

function useDeckPlaces(role: Role): Place[] {
  const { userId } = useSession();
  const decks = useList(administers(role) ? null : addressOf('GET /api/decks'), ONCE).data ?? [];
  const managed = useList(administers(role) ? addressOf('GET /api/admin/decks') : null, ONCE).data ?? [];
  if (administers(role))
    return managed.map(({ id, title }) => ({ kind: 'deck', to: paths.adminCards(id), label: title }));
  const own = teaches(role) ? decks.filter(({ user_id }) => user_id === userId) : decks;
  const to = teaches(role) ? paths.teacherDeck : paths.learn;
  return own.map(({ id, title }) => ({ kind: 'deck', to: to(id), label: title }));
}

function useClassPlaces(role: Role): Place[] {
  const query = { include: learns(role) ? 'exams' : 'decks' };
  const classes =
    useList(administers(role) ? null : addressOf('GET /api/classes', { query }), ONCE).data ?? [];
  const exams = useList(teaches(role) ? addressOf('GET /api/exams') : null, ONCE).data ?? [];
  if (teaches(role))
    return [
      ...classes.map(({ id, name }): Place => ({ kind: 'class', to: paths.teacherClass(id), label: name })),
      ...exams.map(({ id, title }): Place => ({ kind: 'exam', to: paths.examEdit(id), label: title })),
    ];
  return classes.flatMap(({ name, teacher_name, exams: given = [] }): Place[] => [
    { kind: 'class', to: paths.studentClasses(), label: name, detail: teacher_name },
    ...given.map(
      ({ id, title, deadline_at, completed }): Place => ({
        kind: 'exam',
        // An exam that is opened has begun: the classes ask first.
        to: deadline_at !== null || completed ? paths.exam(id) : paths.studentClasses(),
        label: title,
        detail: name,
      }),
    ),
  ]);
}

/** Everything that the user can go to and that is known at once. */
export const usePlaces = (role: Role): Place[] => [
  ...usePagePlaces(role),
  ...useClassPlaces(role),
  ...useDeckPlaces(role),
];

/** What the server is asked for, since it may be much: the students of a teacher's classes, or all of a site. */
export function useSearchedPlaces(role: Role, text: string): { places: Place[]; isLoading: boolean } {
  const search = text.trim();
  const isAsked = search.length > 1;
  const kept = { ...ONCE, keepPreviousData: true };
  const students = useRead(
    isAsked && teaches(role) ? addressOf('GET /api/students', { query: { search } }) : null,
    kept,
  );
  const ofSite = useRead(
    isAsked && administers(role) ? addressOf('GET /api/admin/search', { query: { search } }) : null,
    kept,
  );
  if (!isAsked) return { places: [], isLoading: false };
  const places: Place[] = [
    ...(students.data ?? []).map(
      ({ student_id, name, class_id, class_name }): Place => ({
        kind: 'student',
        to: paths.classStudent(class_id, student_id),
        label: name,
        detail: class_name,
      }),
    ),
    ...(ofSite.data ?? []).map(
      ({ kind, person_id, label, detail }): Place => ({
        kind,
        to: paths.adminPerson(person_id),
        label,
        detail,
      }),
    ),
  ];
  return { places, isLoading: students.isLoading || ofSite.isLoading };
}
