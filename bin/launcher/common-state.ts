import { Meter } from '../../core/process/meter.ts';
import type {
  CountsOfLimit,
  ProcessLine,
  ProcessReport,
  StreamNote,
  UsesOfLimit,
} from '../../core/process/process-line.ts';

/** A process that does not say what it measures by then is taken for one that is not up. */
const PATIENCE_MS = 2_000;

interface Member {
  line: ProcessLine | undefined;
  starts: number;
}

/** An open stream, and the process that it is in. */
interface Stream extends StreamNote {
  process: string;
}

/**
 * Stands between the processes of one launcher and keeps what they have in common. It adds up what they count of limits. It
 * ends an account's streams that are too many, and gathers what each process measures. What it holds ends with the
 * launcher, and so do all processes.
 */
export class CommonState {
  readonly #members = new Map<string, Member>();
  readonly #meters = new Map<string, Meter>();
  /** Of each account, the oldest first. */
  readonly #streams = new Map<number, Stream[]>();
  readonly #now: (() => number) | undefined;

  /** `now` returns milliseconds that never go back. */
  constructor(now?: () => number) {
    this.#now = now;
  }

  /** Takes in a process that has just been started under this name. Call the result when it has ended. */
  join(name: string, line: ProcessLine): () => void {
    const member = this.#members.getOrInsertComputed(name, () => ({ line, starts: 0 }));
    member.line = line;
    member.starts++;
    line.on('count', (counted: CountsOfLimit[]) => this.#count(counted));
    line.on('metrics', () => this.reports());
    line.on('stream opened', (note: StreamNote) => this.#opened({ ...note, process: name }));
    line.on('stream ended', (note: StreamNote) => this.#ended(name, note));
    return () => {
      if (member.line !== line) return;
      member.line = undefined;
      for (const streams of [...this.#streams.values()])
        for (const stream of streams.filter(({ process }) => process === name)) this.#ended(name, stream);
    };
  }

  /** Asks all processes what they measure. */
  reports(): Promise<ProcessReport[]> {
    return Promise.all(
      [...this.#members].map(async ([name, { line, starts }]) => ({
        name,
        starts,
        metrics: await line?.ask<object[]>('own metrics', null, PATIENCE_MS).catch(() => undefined),
      })),
    );
  }

  #count(counted: CountsOfLimit[]): UsesOfLimit[] {
    return counted.map(({ name, limit, counts }) => {
      const meter = this.#meters.getOrInsertComputed(name, () => new Meter(limit, this.#now));
      return counts.map(([caller, count]) => {
        meter.add(caller, count);
        const { used, openMs } = meter.use(caller);
        return [used, openMs];
      });
    });
  }

  #opened(stream: Stream): void {
    const streams = this.#streams.getOrInsertComputed(stream.account, () => []);
    streams.push(stream);
    if (streams.length <= stream.most) return;
    const { process, ...note } = streams.shift()!;
    this.#members.get(process)?.line?.notify('stream is to end', note);
  }

  #ended(process: string, { account, stream }: StreamNote): void {
    const streams = this.#streams
      .get(account)
      ?.filter((one) => one.process !== process || one.stream !== stream);
    if (streams?.length) this.#streams.set(account, streams);
    else this.#streams.delete(account);
  }
}
