/** Something the person at the terminal can mend: its message is a sentence for them, shown without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
