const KEY = 'nho-after-position';

function read(): Map<string, bigint> {
  try {
    const pairs = (sessionStorage.getItem(KEY) ?? '').split(',').filter((item) => /^\d+-\d+$/.test(item));
    return new Map(
      pairs.map((item) => {
        const [partition = '', position = '0'] = item.split('-');
        return [partition, BigInt(position)];
      }),
    );
  } catch {
    return new Map();
  }
}

const format = (positions: Map<string, bigint>) =>
  [...positions].map(([partition, position]) => `${partition}-${position}`).join(',');

/** Remembers where the log stands after an own write, `<partition>-<position>`; only the newest of a partition counts. */
export function rememberPosition(position: string): void {
  const [partition, at] = position.split('-');
  if (!partition || !at || !/^\d+-\d+$/.test(position)) return;
  const positions = read();
  if ((positions.get(partition) ?? -1n) >= BigInt(at)) return;
  positions.set(partition, BigInt(at));
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

export function forgetPositions(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
