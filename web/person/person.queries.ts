import useSWR, { useSWRConfig } from 'swr';
import { addressOf } from '../../core/address.ts';
import type { Address, Answer, Body, Query } from '../../core/api.ts';
import type { Role } from '../../core/contract/roles.ts';
import type { ChangedPerson } from '../../core/person/person.schema.ts';
import { useDecksChanged } from '../deck/deck.changes.ts';
import { callApi } from '../lib/call/api-client.ts';
import { readFile } from '../lib/call/file-download.ts';
import { getTogether } from '../lib/call/gathered-get.ts';
import { isBelow } from '../lib/call/read-keys.ts';
import { saveFile } from '../lib/call/save-file.ts';
import { useList, useRead } from '../lib/call/use-read.ts';

export type PeopleQuery = Query<'GET /api/admin/people'>;

export const PEOPLE_PAGE = 50;

const PEOPLE = addressOf('GET /api/admin/people', { query: {} });
/** It says how many teachers wait. */
const HOME = addressOf('GET /api/admin/home');

interface PeoplePage extends Pick<Answer<'GET /api/admin/people'>, 'data' | 'next'> {
  /** What it answers. */
  url: string;
}

async function loadPeople(url: Address<'GET /api/admin/people'>): Promise<PeoplePage> {
  const { data, next } = await getTogether(url);
  return { url, data, next };
}

/** A page of people; while another one is on its way, the one before stays with `isOld`. */
export function usePeople(query: PeopleQuery) {
  const url = addressOf('GET /api/admin/people', { query: { ...query, limit: PEOPLE_PAGE } });
  const { data, error, mutate } = useSWR(url, loadPeople, { keepPreviousData: true });
  return { data, error, mutate, isOld: data !== undefined && data.url !== url };
}

/** One person, with what they have. */
export const usePerson = (personId: number) =>
  useRead(addressOf('GET /api/admin/people/:personId', { params: { personId } }));

export const usePersonsDecks = (personId: number) =>
  useList(addressOf('GET /api/admin/decks', { query: { owner_id: personId } }));

/** The decks that a student made, without what stands in them. */
export const usePrivateDecks = (personId: number) =>
  useList(addressOf('GET /api/admin/people/:personId/decks', { params: { personId } }));

/** Changes of accounts; each resolves when the lists show it. */
export function usePeopleChanges() {
  const { mutate } = useSWRConfig();
  const decksChanged = useDecksChanged();
  const changed = () => mutate((key) => isBelow(key, [PEOPLE, HOME]));
  return {
    async change(body: Body<'POST /api/admin/people/changes'>): Promise<ChangedPerson[]> {
      const { data } = await callApi('POST /api/admin/people/changes', { body });
      await changed();
      return data;
    },
    async handDeckOver(deckId: number, login: string): Promise<void> {
      await callApi('POST /api/admin/decks/:deckId/owner', { params: { deckId }, body: { login } });
      await Promise.all([changed(), decksChanged()]);
    },
    async deletePrivateDeck(deckId: number): Promise<void> {
      await callApi('DELETE /api/admin/decks/:deckId', { params: { deckId } });
      await Promise.all([changed(), decksChanged()]);
    },
    async bringPrivateDeckBack(deckId: number): Promise<void> {
      await callApi('POST /api/trash/:deckId/restore', { params: { deckId } });
      await Promise.all([changed(), decksChanged()]);
    },
    async setRole(personId: number, role: Role): Promise<void> {
      await callApi('POST /api/admin/people/:personId/role', { params: { personId }, body: { role } });
      await changed();
    },
  };
}

/** Hands all that a search finds to the user, as a file for spreadsheets. */
export async function savePeople(query: Query<'GET /api/admin/people/export'>): Promise<void> {
  saveFile('people.csv', await readFile(addressOf('GET /api/admin/people/export', { query })));
}
