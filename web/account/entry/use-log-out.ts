import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router-dom';
import { callApi } from '../../lib/call/api-client.ts';
import { leaveGuards } from '../../lib/kept/leave-guards.ts';
import { canSeal } from '../../lib/kept/seal-key.ts';
import { clearSession, readSession } from '../../lib/kept/stored-session.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';

/**
 * Asks the server to end a token. Without a connection nothing waits for it: the token ends by itself, and is kept
 * nowhere.
 */
function endOnServer(token: string): void {
  const headers = { Authorization: `Bearer ${token}` };
  callApi('POST /api/logout', { headers, keepalive: true }).catch(() => {});
}

/**
 * Logging out happens in the browser, with or without a connection, and the server then ends the token. Features say
 * what the user would lose, or leave behind on a shared device.
 */
export function useLogOut(): () => Promise<void> {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const confirm = useConfirm();
  const navigate = useNavigate();
  return async () => {
    for (const guard of leaveGuards()) {
      if (!guard.isAtRisk()) continue;
      const { title, text, danger = false } = guard.question();
      const question = { title: i18n._(title), text: i18n._(text), confirmLabel: t`Log out`, danger };
      if (!(await confirm(question))) return;
    }
    const { token, adminToken, schoolLogout } = readSession();
    try {
      clearSession({ keepsExams: canSeal() });
    } catch {
      notices.error(t`Logging out failed. Please try again.`);
      return;
    }
    for (const ended of [token, adminToken]) if (ended !== null) endOnServer(ended);
    if (schoolLogout !== null) {
      window.location.assign(schoolLogout);
      return;
    }
    navigate(paths.login());
    notices.success(i18n._(msg`You are logged out. See you soon!`));
  };
}
