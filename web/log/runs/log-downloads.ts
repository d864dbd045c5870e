import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { onSessionChange, readSession } from '../../lib/kept/stored-session.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { logFailure } from '../log-text.ts';
import { createDownloadStore, type DownloadState } from './download-store.ts';
import { streamLog } from './stream-log.ts';

let ownerId: number | null = null;

/** Lets the browser ask before the page goes. */
function guardDownload(): () => void {
  ownerId = readSession().userId;
  return followPage({ isAtRisk: () => true });
}

/** The download of the log: of the whole client, so that it goes on when another page is opened. */
export const logDownloads = createDownloadStore({ stream: streamLog, guard: guardDownload });

// What one user takes out is nothing to the next one at this browser.
onSessionChange(() => {
  if (readSession().userId === ownerId) return;
  logDownloads.cancel();
  logDownloads.dismiss();
});

const useLogDownload = (): DownloadState => useSyncExternalStore(logDownloads.subscribe, logDownloads.state);

/** Returns the download as it stands. A notice says its end, also one that came while another page was open. */
export function useDownloadNotices() {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const download = useLogDownload();
  const notify = useEffectEvent(() => {
    if (download.phase === 'failed') failed(logFailure.export, download.error);
    else if (download.phase === 'done') {
      const { name } = download;
      notices.success(t`The log has been exported to ${name}.`);
    } else return;
    logDownloads.dismiss();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the download is looked at once
  useEffect(() => notify(), [download.phase]);
  return download;
}
