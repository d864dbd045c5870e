import type { ProcessPlace, StreamNote } from '../../core/process/process-line.ts';

/** Streams that one account has at most: those of a few tabs and devices. */
const STREAMS_MAX = 5;

/**
 * The open streams of each account. A sixth one ends the first: a line that has broken unnoticed, or a tab that opened
 * another. Those of other processes of the launcher count as well.
 */
export class OpenStreams {
  readonly #line: ProcessPlace['line'] | undefined;
  /** The oldest first. */
  readonly #ofAccounts = new Map<number, Map<number, () => void>>();
  #opened = 0;

  constructor(place?: ProcessPlace) {
    this.#line = place && place.of > 1 ? place.line : undefined;
    this.#line?.on<StreamNote>('stream is to end', ({ account, stream }) =>
      this.#ofAccounts.get(account)?.get(stream)?.(),
    );
  }

  /** Notes a stream that `close` ends. Returns what is to be called once it has ended. */
  open(account: number, close: () => void): () => void {
    const streams = this.#ofAccounts.getOrInsertComputed(account, () => new Map());
    const [oldest] = streams.values();
    if (streams.size >= STREAMS_MAX) oldest?.();
    const stream = ++this.#opened;
    const note: StreamNote = { account, stream, most: STREAMS_MAX };
    streams.set(stream, close);
    this.#line?.notify('stream opened', note);
    return () => {
      if (!streams.delete(stream)) return;
      if (streams.size === 0 && this.#ofAccounts.get(account) === streams) this.#ofAccounts.delete(account);
      this.#line?.notify('stream ended', note);
    };
  }
}
