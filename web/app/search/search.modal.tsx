import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconCards,
  IconClipboardText,
  IconFileText,
  IconSearch,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addressOf } from '../../../core/address.ts';
import { administers, learns, type Role, teaches } from '../../../core/contract/roles.ts';
import { searchedAs } from '../../../core/text/normal-form.ts';
import { useList, useRead } from '../../lib/call/use-read.ts';
import { readCache, writeCache } from '../../lib/kept/expiring-cache.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { paths } from '../../lib/pages/paths.ts';
import { SECTION_LOOK } from '../../lib/pages/section-look.ts';
import { SECTIONS } from '../../lib/pages/section-paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { Dialog } from '../../ui/control/dialog.tsx';
import classes from './search.module.css';

/** In the order in which equally good ones are shown. */
const PLACE_KINDS = ['page', 'class', 'deck', 'exam', 'student', 'person'] as const;
type PlaceKind = (typeof PLACE_KINDS)[number];

export interface Place {
  kind: PlaceKind;
  to: string;
  label: string;
  /** By which places of one name differ, such as a student's class. */
  detail?: string;
}

const PLACES_MAX = 12;

const wordsOf = (text: string): string[] => searchedAs(text).split(' ').filter(Boolean);

/** How well a place fits, 0 best; null when a word is nowhere in it. */
function rank(place: Place, words: readonly string[]): number | null {
  const label = searchedAs(place.label);
  const text = `${label} ${searchedAs(place.detail ?? '')}`;
  if (!words.every((word) => text.includes(word))) return null;
  const whole = words.join(' ');
  if (label === whole) return 0;
  if (label.startsWith(whole)) return 1;
  return words.every((word) => ` ${label}`.includes(` ${word}`)) ? 2 : 3;
}

/** Returns the places that have every typed word, with or without accents, the best first; none for blank text. */
export function findPlaces(places: readonly Place[], text: string): Place[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return places
    .map((place) => ({ place, rank: rank(place, words) }))
    .filter(({ rank }) => rank !== null)
    .sort(
      (a, b) =>
        (a.rank ?? 0) - (b.rank ?? 0) ||
        PLACE_KINDS.indexOf(a.place.kind) - PLACE_KINDS.indexOf(b.place.kind) ||
        a.place.label.localeCompare(b.place.label),
    )
    .slice(0, PLACES_MAX)
    .map(({ place }) => place);
}

/** Returns what is offered before anything is typed: where one was lately, then the other pages. */
export function firstPlaces(recent: readonly Place[], pages: readonly Place[]): Place[] {
  const known = new Set(recent.map(({ to }) => to));
  return [...recent, ...pages.filter(({ to }) => !known.has(to))].slice(0, PLACES_MAX);
}

/** Reads of what was read a moment ago anyway, but once while the search is open. */
const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false };

function usePagePlaces(role: Role): Place[] {
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
  const { t } = useLingui();
  const { userId } = useSession();
  const decks = useList(administers(role) ? null : addressOf('GET /api/decks'), ONCE).data ?? [];
  const managed = useList(administers(role) ? addressOf('GET /api/admin/decks') : null, ONCE).data ?? [];
  if (administers(role))
    return managed.map(({ id, title }) => ({ kind: 'deck', to: paths.adminCards(id), label: title }));
  const own = teaches(role) ? decks.filter(({ user_id }) => user_id === userId) : decks;
  const to = teaches(role) ? paths.teacherDeck : paths.learn;
  const waysOf = ({ id, title }: (typeof own)[number]): Place[] => [
    { kind: 'deck', to: paths.pairs(id), label: t`Play pairs`, detail: title },
    { kind: 'deck', to: paths.cram(id, 'dictation'), label: t`Listen and type`, detail: title },
    { kind: 'deck', to: paths.cram(id), label: t`Practise for a test`, detail: title },
  ];
  return [
    ...own.map(({ id, title }): Place => ({ kind: 'deck', to: to(id), label: title })),
    ...(learns(role) ? own.flatMap(waysOf) : []),
  ];
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

const usePlaces = (role: Role): Place[] => [
  ...usePagePlaces(role),
  ...useClassPlaces(role),
  ...useDeckPlaces(role),
];

/** What the server is asked for, since it may be much: the students of a teacher's classes, or all of a site. */
function useSearchedPlaces(role: Role, text: string): { places: Place[]; isLoading: boolean } {
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

const CACHE = { version: '1', maxAgeMs: 30 * 86_400_000 };
const NAME = 'recent-places';
const MOST = 5;

const isPlace = (value: unknown): value is Place => {
  const { kind, to, label } = (value ?? {}) as Partial<Place>;
  return (
    PLACE_KINDS.some((known) => known === kind) &&
    typeof label === 'string' &&
    typeof to === 'string' &&
    to.startsWith('/')
  );
};

/** Returns where the user went by searching, the last first. */
export function recentPlaces(): Place[] {
  const kept = readCache<unknown>(NAME, CACHE);
  return Array.isArray(kept) ? kept.filter(isPlace) : [];
}

export function keepRecentPlace(place: Place): void {
  const others = recentPlaces().filter(({ to }) => to !== place.to);
  writeCache(NAME, [place, ...others].slice(0, MOST), CACHE);
}

const TYPING_MS = 200;

const KINDS: Record<PlaceKind, { name: MessageDescriptor; icon: typeof IconSearch }> = {
  page: { name: msg`Page`, icon: IconFileText },
  class: { name: msg`Class`, icon: IconUsers },
  deck: { name: msg`Deck`, icon: IconCards },
  exam: { name: msg`Exam`, icon: IconClipboardText },
  student: { name: msg`Student`, icon: IconUser },
  person: { name: msg`Person`, icon: IconUser },
};

interface FoundPlaceProps {
  id: string;
  place: Place;
  isActive: boolean;
  onChoose: () => void;
}

function FoundPlace({ id, place: { kind, label, detail }, isActive, onChoose }: FoundPlaceProps) {
  const { i18n } = useLingui();
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { name, icon: Icon } = KINDS[kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, which has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      ref={item}
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onClick={onChoose}
    >
      <Icon size={20} aria-hidden />
      <span className={classes.label}>
        {label}
        {detail && <span className={classes.detail}> {detail}</span>}
      </span>
      <span className={classes.detail}>{i18n._(name)}</span>
    </div>
  );
}

function Search({ role, onGo }: { role: Role; onGo: (place: Place) => void }) {
  const { t } = useLingui();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [recent] = useState(recentPlaces);
  const [typed] = useDebouncedValue(text, TYPING_MS);
  const pages = usePagePlaces(role);
  const places = usePlaces(role);
  const searched = useSearchedPlaces(role, typed);
  const isBlank = text.trim() === '';
  const found = isBlank ? firstPlaces(recent, pages) : [...findPlaces(places, text), ...searched.places];
  const chosen = Math.min(active, found.length - 1);
  const placeholder = administers(role)
    ? t`Person, deck, class, exam or page`
    : teaches(role)
      ? t`Deck, class, exam, student or page`
      : t`Deck, class, exam or page`;
  const optionId = (index: number) => `${listId}-${index}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((chosen + step + found.length) % found.length);
    }
    const place = found[chosen];
    if (event.key === 'Enter' && place) {
      event.preventDefault();
      onGo(place);
    }
  };
  return (
    <Stack gap="sm">
      <TextInput
        role="combobox"
        aria-label={t`Find anything`}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={placeholder}
        leftSection={<IconSearch size={18} aria-hidden />}
        size="md"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <VisuallyHidden role="status">
        {!isBlank && t`${plural(found.length, { one: '# place found', other: '# places found' })}`}
      </VisuallyHidden>
      <div id={listId} role="listbox" aria-label={t`Where to go`} className={classes.list}>
        {found.map((place, index) => (
          <FoundPlace
            key={`${place.kind} ${place.to} ${place.label}`}
            id={optionId(index)}
            place={place}
            isActive={index === chosen}
            onChoose={() => onGo(place)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <Text c="dimmed" ta="center" p="md">
          {searched.isLoading || typed !== text ? t`Searching…` : t`Nothing found`}
        </Text>
      )}
    </Stack>
  );
}

export function SearchModal({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Find anything`}
      centered={false}
      yOffset="8vh"
      closeButtonProps={{ size: 'lg' }}
    >
      <Search
        role={role}
        onGo={(place) => {
          keepRecentPlace(place);
          onClose();
          // In the place of the dialog's own entry: Back then leads to where one was.
          navigate(place.to, { replace: true });
        }}
      />
    </Dialog>
  );
}
