import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { logDownloads, useLogDownload } from './log-downloads.ts';
import { logFailure } from './log-text.ts';

/** The download as it stands; its end is told, also when that came while another page was open. */
export function useToldDownload() {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const download = useLogDownload();
  const tell = useEffectEvent(() => {
    if (download.phase === 'failed') failed(logFailure.export, download.error);
    else if (download.phase === 'done') {
      const { name } = download;
      notices.success(t`The log has been exported to ${name}.`);
    } else return;
    logDownloads.dismiss();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the download is looked at once
  useEffect(() => tell(), [download.phase]);
  return download;
}
