let isRunning = false;

/** To be called by the upload of a deck when it begins and when it ends. */
export function setUploadRunning(running: boolean): void {
  isRunning = running;
}

/** Are a deck's files on their way? A logout would stop them. */
export const isUploadRunning = (): boolean => isRunning;
