import { useSyncExternalStore } from 'react';
import { setUploadRunning } from '../lib/running-upload.ts';
import { onSessionChange, readSession } from '../lib/stored-session.ts';
import { uploadForm } from './upload-form.ts';
import { createUploadStore, type UploadState } from './upload-store.ts';

/** Lets the browser ask before the page goes, and ends the upload together with the session that it was begun in. */
function guardUpload(cancel: () => void): () => void {
  const { userId } = readSession();
  const controller = new AbortController();
  window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: controller.signal });
  const release = onSessionChange(() => {
    if (readSession().userId !== userId) cancel();
  });
  setUploadRunning(true);
  return () => {
    controller.abort();
    release();
    setUploadRunning(false);
  };
}

/** The upload of a deck's files: of the whole client, so that it goes on when another page is opened. */
export const deckUploads = createUploadStore({
  guard: guardUpload,
  async send(form, options) {
    const { data } = await uploadForm<{ data: { id: number } }>('/api/admin/imports', form, options);
    return data.id;
  },
});

export const useDeckUpload = (): UploadState =>
  useSyncExternalStore(deckUploads.subscribe, deckUploads.state);
