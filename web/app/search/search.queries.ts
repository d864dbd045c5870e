import { useLingui } from '@lingui/react/macro';
import type { Role } from '../../../core/account/roles.ts';
import { addressOf } from '../../../core/address.ts';
import { paths } from '../../lib/pages/paths.ts';
import { SECTION_LOOK } from '../../lib/pages/section-look.ts';
import { SECTIONS } from '../../lib/pages/section-paths.ts';
import { useSession } from '../../lib/stored-session.ts';
import { useList, useRead } from '../../lib/use-read.ts';
import { useSiteSettings } from '../../site/site-settings.tsx';
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
    ...(role === 'teacher'
      ? [page(paths.teacherCreate(), t`New deck`), page(paths.examCreate(), t`New exam`)]
      : []),
    ...(role === 'student' && students_make_decks ? [page(paths.ownDecks(), t`Decks I made`)] : []),
    page(paths.account(), t`Account and password`),
    page(paths.home(), t`Home page of the site`),
    page(paths.about(), t`About`),
  ];
}

function useDeckPlaces(role: Role): Place[] {
  const { userId } = useSession();
  const decks = useList(role === 'admin' ? null : addressOf('GET /api/decks'), ONCE).data ?? [];
  const managed = useList(role === 'admin' ? addressOf('GET /api/admin/decks') : null, ONCE).data ?? [];
  if (role === 'admin')
    return managed.map(({ id, title }) => ({ kind: 'deck', to: paths.adminCards(id), label: title }));
  const own = role === 'teacher' ? decks.filter(({ user_id }) => user_id === userId) : decks;
  const to = role === 'teacher' ? paths.teacherDeck : paths.learn;
  return own.map(({ id, title }) => ({ kind: 'deck', to: to(id), label: title }));
}

function useClassPlaces(role: Role): Place[] {
  const query = { include: role === 'student' ? 'exams' : 'decks' };
  const classes =
    useList(role === 'admin' ? null : addressOf('GET /api/classes', { query }), ONCE).data ?? [];
  const exams = useList(role === 'teacher' ? addressOf('GET /api/exams') : null, ONCE).data ?? [];
  if (role === 'teacher')
    return [
      ...classes.map(({ id, name }): Place => ({ kind: 'class', to: paths.teacherClass(id), label: name })),
      ...exams.map(({ id, title }): Place => ({ kind: 'exam', to: paths.examEdit(id), label: title })),
    ];
  return classes.flatMap(({ name, teacher_name, exams: given = [] }): Place[] => [
    { kind: 'class', to: paths.studentClasses(), label: name, detail: teacher_name },
    ...given.map(
      ({ id, title }): Place => ({ kind: 'exam', to: paths.exam(id), label: title, detail: name }),
    ),
  ]);
}

/** Everything that the user can go to and that is known at once. */
export const usePlaces = (role: Role): Place[] => [
  ...usePagePlaces(role),
  ...useClassPlaces(role),
  ...useDeckPlaces(role),
];

/** The students of a teacher's classes who are called so; the server looks for them, since they may be many. */
export function useStudentPlaces(role: Role, text: string): { places: Place[]; isLoading: boolean } {
  const search = text.trim();
  const isAsked = role === 'teacher' && search.length > 1;
  const { data = [], isLoading } = useRead(
    isAsked ? addressOf('GET /api/students', { query: { search } }) : null,
    { ...ONCE, keepPreviousData: true },
  );
  if (!isAsked) return { places: [], isLoading: false };
  const places = data.map(
    ({ student_id, name, class_id, class_name }): Place => ({
      kind: 'student',
      to: paths.classStudent(class_id, student_id),
      label: name,
      detail: class_name,
    }),
  );
  return { places, isLoading };
}
