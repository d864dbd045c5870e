import { useLingui } from '@lingui/react/macro';
import { errorMessages, errorText } from '../../lib/error-text.ts';
import { failureText, noticeText } from '../../lib/notice-text.ts';
import { useNotices } from '../../ui/notices.tsx';
import { useFailure } from '../../ui/use-failure.ts';
import type { ExamNews } from './exam-session-view.ts';

/** Turns the news of the session into notices. */
export function useExamNews(): (news: ExamNews) => void {
  const { i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  return (news) => {
    switch (news.type) {
      case 'submitted':
        return notices.success(i18n._(noticeText.examSubmitted));
      case 'refused':
        return notices.error(errorText(i18n, news.error));
      case 'submit-failed':
        return failed(failureText.examSubmitFailed, news.error);
      case 'result-failed':
        return failed(failureText.examResultFetchFailed, news.error);
      case 'changed-elsewhere':
        return notices.info(i18n._(errorMessages.exam_changed_elsewhere));
      case 'cache-failed':
        return notices.warning(i18n._(noticeText.examCacheFailed));
      default:
        return news satisfies never;
    }
  };
}
