import { useSyncExternalStore } from 'react';
import { setUploadRunning } from '../lib/running-upload.ts';
import { onSessionChange, readSession } from '../lib/stored-session.ts';
import { uploadForm } from './upload-form.ts';
import { createUploadStore, type UploadState } from './upload-store.ts';

let ownerId: number | null = null;

/** Lets the browser ask before the page goes. */
function guardUpload(): () => void {
  ownerId = readSession().userId;
  const controller = new AbortController();
  window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: controller.signal });
  setUploadRunning(true);
  return () => {
    controller.abort();
    setUploadRunning(false);
  };
}

/** The upload of a deck's files: of the whole client, so that it goes on when another page is opened. */
export const deckUploads = createUploadStore({
  guard: guardUpload,
  async send(form, options) {
    const { data } = await uploadForm('POST /api/admin/imports', form, options);
    return data.id;
  },
});

// What one user uploads is nothing to the next one at this browser.
onSessionChange(() => {
  if (readSession().userId === ownerId) return;
  deckUploads.cancel();
  deckUploads.dismiss();
});

export const useDeckUpload = (): UploadState =>
  useSyncExternalStore(deckUploads.subscribe, deckUploads.state);
