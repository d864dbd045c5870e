import { msg } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { guardLeave } from '../../lib/kept/leave-guards.ts';
import { onSessionChange, readSession } from '../../lib/kept/stored-session.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { uploadCall } from '../calls-by-role.ts';
import { createUploadStore, type UploadState, uploadForm } from './upload-store.ts';

let ownerId: number | null = null;

/** Lets the browser ask before the page goes. */
function guardUpload(): () => void {
  ownerId = readSession().userId;
  return followPage({ isAtRisk: () => true });
}

/** The upload of a deck's files: of the whole client, so that it goes on when another page is opened. */
export const deckUploads = createUploadStore({
  guard: guardUpload,
  async send(form, options) {
    const { data } = await uploadForm(uploadCall(), form, options);
    return data.id;
  },
});

guardLeave({
  isAtRisk: () => deckUploads.state().phase === 'sending',
  question: () => ({
    title: msg`Log out during the upload?`,
    text: msg`The deck's files are still on their way. If you log out now, they do not arrive.`,
    danger: true,
  }),
});

// What one user uploads is nothing to the next one at this browser.
onSessionChange(() => {
  if (readSession().userId === ownerId) return;
  deckUploads.cancel();
  deckUploads.dismiss();
});

export const useDeckUpload = (): UploadState =>
  useSyncExternalStore(deckUploads.subscribe, deckUploads.state);
