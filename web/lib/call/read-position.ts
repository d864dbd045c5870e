const KEY = 'nho-after-position';

/** What follows the partition, and optionally the epoch of the log, which changes when that is restored. */
interface Place {
  at: bigint;
  epoch: string | undefined;
}

function parse(text: string): [partition: string, place: Place] | undefined {
  const [, partition, at, epoch] = /^(\d+)-(\d+)(?:-([0-9a-f]+))?$/.exec(text) ?? [];
  return partition === undefined || at === undefined ? undefined : [partition, { at: BigInt(at), epoch }];
}

function read(): Map<string, Place> {
  try {
    const items = (sessionStorage.getItem(KEY) ?? '').split(',');
    return new Map(items.map(parse).filter((pair) => pair !== undefined));
  } catch {
    return new Map();
  }
}

const format = (positions: Map<string, Place>) =>
  [...positions]
    .map(([partition, { at, epoch }]) => [partition, at, ...(epoch === undefined ? [] : [epoch])].join('-'))
    .join(',');

/**
 * Remembers where the log stands after an own write, `<partition>-<position>-<epoch>`; only the newest of a partition
 * counts.
 */
export function rememberPosition(position: string): void {
  const [partition, place] = parse(position) ?? [];
  if (partition === undefined || !place) return;
  const positions = read();
  const before = positions.get(partition);
  if (before && before.epoch === place.epoch && before.at >= place.at) return;
  positions.set(partition, place);
  try {
    sessionStorage.setItem(KEY, format(positions));
  } catch {
    // Without storage a read may lag behind the own write for a moment; it is never wrong for long.
  }
}

/** The value of the header `After-Position`, by which a read waits for the own writes; null when there were none. */
export function afterPosition(): string | null {
  return format(read()) || null;
}

/** To be called when they are another account's, or of a log that is no more. */
export function forgetPositions(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
