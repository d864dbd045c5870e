import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { callApi } from '../lib/api-client.ts';
import { hasExamDraft } from '../lib/kept-drafts.ts';
import { noticeText } from '../lib/notice-text.ts';
import { isUploadRunning } from '../lib/running-upload.ts';
import { clearSession, readSession } from '../lib/stored-session.ts';
import { isExamAtRisk, setExamAtRisk, unsavedAnswers } from '../lib/unsaved-answers.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useNotices } from '../ui/notices.tsx';

/** Has the server end a token. Without a connection nobody waits for it: the token ends by itself, and is kept nowhere. */
function endOnServer(token: string): void {
  const headers = { Authorization: `Bearer ${token}` };
  callApi('POST /api/logout', { headers, keepalive: true }).catch(() => {});
}

/**
 * Logging out happens in the browser, with or without a connection, and the server then ends the token. Answers that were not sent yet stay on this device under their user's id,
 * which a student who shares it should know first.
 */
export function useLogOut(): () => Promise<void> {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const confirm = useConfirm();
  const navigate = useNavigate();
  return async () => {
    const waiting = readSession().role === 'student' ? unsavedAnswers() : 0;
    const sure =
      waiting === 0 ||
      (await confirm({
        title: t`Log out with unsaved answers?`,
        text: t`${plural(waiting, {
          one: '# answer has not reached the server yet. It stays on this device and is sent when you log in here again.',
          other:
            '# answers have not reached the server yet. They stay on this device and are sent when you log in here again.',
        })}`,
        confirmLabel: t`Log out`,
      }));
    if (!sure) return;
    const givesItUp =
      !isExamAtRisk() ||
      (await confirm({
        title: t`Log out during the exam?`,
        text: t`Some of your answers have not reached the server yet. If you log out now, they are lost.`,
        confirmLabel: t`Log out`,
        danger: true,
      }));
    if (!givesItUp) return;
    const givesDraftUp =
      !hasExamDraft() ||
      (await confirm({
        title: t`Log out with an unsaved exam?`,
        text: t`You have written an exam and not saved it. If you log out now, it is lost.`,
        confirmLabel: t`Log out`,
        danger: true,
      }));
    if (!givesDraftUp) return;
    const givesUploadUp =
      !isUploadRunning() ||
      (await confirm({
        title: t`Log out during the upload?`,
        text: t`The deck's files are still on their way. If you log out now, they do not arrive.`,
        confirmLabel: t`Log out`,
        danger: true,
      }));
    if (!givesUploadUp) return;
    const { token, adminToken } = readSession();
    try {
      clearSession();
      setExamAtRisk(false);
    } catch {
      notices.error(i18n._(noticeText.logoutFailed));
      return;
    }
    for (const ended of [token, adminToken]) if (ended !== null) endOnServer(ended);
    navigate(paths.login());
    notices.success(i18n._(noticeText.loggedOut));
  };
}
