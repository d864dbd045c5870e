/** Not in every browser, hence not in TypeScript's library. */
type SaveFilePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

interface PickingWindow {
  showSaveFilePicker?: SaveFilePicker;
}

/** Returns whether the browser can write a file while it comes. */
export const canPickFile = (): boolean => (window as PickingWindow).showSaveFilePicker !== undefined;

/** Asks the user for a place for the file; null when they cancel. Works only in answer to a click. */
export async function pickFile(suggestedName: string): Promise<FileSystemFileHandle | null> {
  const pick = (window as PickingWindow).showSaveFilePicker;
  if (!pick) throw new Error('This browser cannot write a file while it comes');
  try {
    return await pick.call(window, { suggestedName });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

/** Takes away what was made for a file that did not come; it has nothing in it, since only a whole file is put there. */
export async function removeEmptyFile(
  handle: FileSystemFileHandle & { remove?(): Promise<void> },
): Promise<void> {
  const { size } = await handle.getFile();
  if (size === 0) await handle.remove?.();
}
