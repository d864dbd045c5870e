import { useSyncExternalStore } from 'react';
import { followPage } from '../lib/page-life.ts';
import { onSessionChange, readSession } from '../lib/stored-session.ts';
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

export const useLogDownload = (): DownloadState =>
  useSyncExternalStore(logDownloads.subscribe, logDownloads.state);
