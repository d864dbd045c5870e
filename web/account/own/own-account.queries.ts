import { useLingui } from '@lingui/react/macro';
import { useSWRConfig } from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { Body } from '../../../core/api.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { keepOwnSettings } from '../../lib/kept/own-settings.ts';
import { replaceToken, storeName } from '../../lib/kept/stored-session.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';

const ME = addressOf('GET /api/me');
const SESSIONS = addressOf('GET /api/me/sessions');

/** The own account. What another browser has set is taken over here, too. */
export const useOwnAccount = () => useRead<'GET /api/me'>(ME, { onSuccess: keepOwnSettings });

export const useOwnSessions = () => useRead<'GET /api/me/sessions'>(SESSIONS);

/** Changes the own account, here and on the server. Rejects when it was not done. */
export function useChangeAccount() {
  const { mutate } = useSWRConfig();
  return async (body: Body<'PATCH /api/me'>): Promise<void> => {
    const { data } = await callApi('PATCH /api/me', { body });
    storeName(data.name);
    keepOwnSettings(data);
    await mutate(ME, data, { revalidate: false });
  };
}

/** Changes the own account by one control: says how it went, and resolves either way. */
export function useSetAccount() {
  const { i18n } = useLingui();
  const change = useChangeAccount();
  const notices = useNotices();
  const failed = useFailure();
  return (body: Body<'PATCH /api/me'>): Promise<void> =>
    change(body).then(
      () => notices.success(i18n._(noticeText.accountChanged)),
      (error) => failed(failureText.changePeopleFailed, error),
    );
}

/** Ends sessions of the own account; each resolves when the list shows it. */
export function useEndSessions() {
  const { mutate } = useSWRConfig();
  return {
    async one(sessionId: number): Promise<void> {
      try {
        await callApi('DELETE /api/me/sessions/:sessionId', { params: { sessionId } });
      } finally {
        // Also when it had ended already.
        await mutate(SESSIONS);
      }
    },
    async others(): Promise<void> {
      const { token } = await callApi('POST /api/me/sessions/end-others');
      replaceToken(token);
      await mutate(SESSIONS);
    },
  };
}
