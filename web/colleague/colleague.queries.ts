import { useSWRConfig } from 'swr';
import { addressOf } from '../../core/address.ts';
import { isBelow } from '../lib/call/read-keys.ts';
import { useRead } from '../lib/call/use-read.ts';

/** How long somebody waits until the home shows that they were invited. */
const REFRESH_MS = 30_000;

const OFFERED = addressOf('GET /api/class-invitations');

export const useClassTeachers = (classId: number) =>
  useRead(addressOf('GET /api/classes/:classId/teachers', { params: { classId } }));

/** The classes to which the caller's address is invited; read again while it is on the screen. */
export const useOfferedClasses = () => useRead(OFFERED, { refreshInterval: REFRESH_MS });

/** The class to which a link invites, read once: an answer that is a refusal stays one. */
export const useOfferedByLink = (token: string | null) =>
  useRead(
    token === null ? null : addressOf('GET /api/class-invitation-links/:token', { params: { token } }),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
    },
  );

/** To be called when an account teaches a class more or less: what shows classes, decks or people reads them again. */
export function useTaughtChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () =>
    mutate((key) =>
      isBelow(key, [
        OFFERED,
        addressOf('GET /api/teacher/home'),
        addressOf('GET /api/classes'),
        addressOf('GET /api/decks'),
        addressOf('GET /api/admin/people', { query: {} }),
      ]),
    );
}
