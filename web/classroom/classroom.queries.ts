import { useSWRConfig } from 'swr';
import { addressOf } from '../../core/address.ts';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { isBelow } from '../lib/call/read-keys.ts';
import { useList, useRead } from '../lib/call/use-read.ts';
import type { LiveState } from '../lib/live/live-line.ts';
import { useLiveLine } from '../lib/live/use-live-line.ts';

/** How long a new request may wait until its teacher sees it. */
const CLASS_REFRESH_MS = 10_000;
const REQUESTS_REFRESH_MS = 10_000;
const HOME_REFRESH_MS = 30_000;
/** Somebody looks at the page and waits; forty at once are eight calls a second. */
const OWN_REQUESTS_REFRESH_MS = 5_000;

const HOME = addressOf('GET /api/teacher/home');

const query = { include: 'decks' };

/** A teacher's own classes, or those in which the student is approved. */
export const useClasses = () => useList(addressOf('GET /api/classes', { query }));

/** Those of them that are archived; nothing is read unless they are wanted. */
export const useArchivedClasses = (isWanted: boolean) =>
  useList(isWanted ? addressOf('GET /api/classes', { query: { ...query, archived: true } }) : null);

/** What a teacher sees first of the own classes, read again while it is on the screen. */
export const useTeacherHome = () => useRead(HOME, { refreshInterval: HOME_REFRESH_MS });

/** To be called when a class has come, gone or changed: screens that show the home or the classes read them again. */
export function useClassesChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate((key) => isBelow(key, [HOME, addressOf('GET /api/classes')]));
}

/** The class that is open, read again and again since students come and go; `known` is shown until it is here. */
export const useClass = (known: Classroom | null) =>
  useRead(known && addressOf('GET /api/classes/:classId', { params: { classId: known.id }, query }), {
    refreshInterval: CLASS_REFRESH_MS,
    fallbackData: known ?? undefined,
  });

/** The students who wait for approval, the longest first; read again while it is on the screen. */
export const useJoinRequests = (classId: number) =>
  useList(addressOf('GET /api/classes/:classId/join-requests', { params: { classId } }), {
    refreshInterval: REQUESTS_REFRESH_MS,
  });

/** The student's requests that wait for an answer; read again for as long as there are any. */
export const useOwnJoinRequests = () =>
  useList(addressOf('GET /api/join-requests'), {
    refreshInterval: (requests) => (requests?.length ? OWN_REQUESTS_REFRESH_MS : 0),
  });

/** Runs `onChange` whenever figures of the class have changed, or may have. */
export const useLiveClass = (classId: number, onChange: () => void): LiveState =>
  useLiveLine(addressOf('GET /api/classes/:classId/live', { params: { classId } }), onChange);

const MEMBERSHIP = [
  addressOf('GET /api/classes'),
  addressOf('GET /api/join-requests'),
  addressOf('GET /api/decks'),
  addressOf('GET /api/recent-deck'),
  addressOf('GET /api/today'),
];

/** To be called when a student has come into a class or left one: it decides which decks they may study. */
export function useMembershipChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate((key) => isBelow(key, MEMBERSHIP));
}
