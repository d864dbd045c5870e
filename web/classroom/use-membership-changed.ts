import { useSWRConfig } from 'swr';

const CONCERNED = ['/api/classes', '/api/join-requests', '/api/decks', '/api/recent-deck'];

const tellsOfMembership = (key: unknown) =>
  typeof key === 'string' && CONCERNED.some((start) => key.startsWith(start));

/** To be called when a student has come into a class or left one: it decides which decks they may study. */
export function useMembershipChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate(tellsOfMembership);
}
