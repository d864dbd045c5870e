import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../lib/error-text.ts';
import { isOffline } from '../lib/network.ts';
import { noticeText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { homeOf } from '../lib/pages/role-pages.ts';
import { useLogInAgain } from '../lib/pages/use-log-in-again.ts';
import { readSession } from '../lib/stored-session.ts';
import { useNotices } from '../ui/notices.tsx';
import { learningFailure } from './learning-failure.ts';
import { learningText, loadFailureText } from './learning-text.ts';
import type { SessionNews } from './session-view.ts';

/** Turns the news of the session into notices and ways out. */
export function useSessionNews(): (news: SessionNews) => void {
  const { i18n } = useLingui();
  const notices = useNotices();
  const navigate = useNavigate();
  const logInAgain = useLogInAgain();
  return (news) => {
    switch (news.type) {
      case 'failed':
        // What the page shows then says that, and what to do.
        if (isOffline() && learningFailure(news.error) === 'other') return;
        return notices.error(loadFailureText(i18n, news.error));
      case 'batch-failed':
        if (isOffline()) return;
        return notices.warning(i18n._(noticeText.fetchDataFailed));
      case 'end-failed':
        return notices.error(i18n._(learningText.endFailed));
      case 'settings-saved':
        return notices.success(i18n._(learningText.settingsSaved));
      case 'mark-failed':
        return notices.error(errorText(i18n, news.error));
      case 'put-aside':
        return notices.success(i18n._(learningText.putAside[news.aside]));
      case 'leave':
        if (news.to === 'dashboard') navigate(paths.student());
        else if (news.to === 'home') navigate(homeOf(readSession().role), { replace: true });
        // The stored session stays: the same student goes on after the login.
        else logInAgain();
        return;
      default:
        return news satisfies never;
    }
  };
}
