/**
 * The first file that can no longer be read, because it was changed or taken away since it was chosen. Browsers then
 * break off the upload in the middle, as if the network had failed.
 */
export async function changedFile(files: readonly File[]): Promise<File | undefined> {
  for (const file of files) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch {
      return file;
    }
  }
  return undefined;
}
