import { useSWRConfig } from 'swr';
import { addressOf } from '../../../core/address.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { forgetAccountEnd } from '../../lib/kept/account-end.ts';

const DELETION = addressOf('GET /api/me/deletion');

/** Whether the own account is to be deleted, and what stands in the way. */
export const useDeletion = () => useRead(DELETION);

/** Asks for the end of the own account, or takes that back; each resolves when the screens show it. */
export function useDeletionChanges() {
  const { mutate } = useSWRConfig();
  return {
    async ask(password: string): Promise<void> {
      await callApi('POST /api/me/deletion', { body: { password } });
      await mutate(DELETION);
    },
    async askBySchool(code: string): Promise<void> {
      await callApi('POST /api/me/deletion/by-school', { body: { code } });
      await mutate(DELETION);
    },
    async keep(): Promise<void> {
      await callApi('DELETE /api/me/deletion');
      forgetAccountEnd();
      await mutate(DELETION);
    },
  };
}
