import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { addressOf } from '../../core/address.ts';
import { callApi } from '../lib/api-client.ts';
import { createListeners } from '../lib/listeners.ts';
import { useRead } from '../lib/use-read.ts';

const DELETION = addressOf('GET /api/me/deletion');
const ME = addressOf('GET /api/me');

/** Whether the own account is to be deleted, and what stands in the way. */
export const useDeletion = () => useRead(DELETION);

/** Pages have caches of their own. */
const changes = createListeners();

/** The own account as the server has it; nothing is read while nobody is logged in. */
export function useMe(isLoggedIn: boolean) {
  const me = useRead(isLoggedIn ? ME : null, { revalidateOnFocus: false });
  const { mutate } = me;
  useEffect(() => changes.add(() => void mutate()), [mutate]);
  return me;
}

/** Asks for the end of the own account, or takes that back; each resolves when the screens show it. */
export function useDeletionChanges() {
  const { mutate } = useSWRConfig();
  const changed = async () => {
    changes.notify();
    await mutate(DELETION);
  };
  return {
    async ask(password: string): Promise<void> {
      await callApi('POST /api/me/deletion', { body: { password } });
      await changed();
    },
    async keep(): Promise<void> {
      await callApi('DELETE /api/me/deletion');
      await changed();
    },
  };
}
