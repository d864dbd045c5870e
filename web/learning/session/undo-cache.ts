import { dropCache, readCache, writeCache } from '../../lib/kept/expiring-cache.ts';
import { type PackedPast, packPast, unpackPast } from './packed-past.ts';
import type { SessionSource, SessionState } from './session.state.ts';

type Past = SessionState['past'];

/** Another version is discarded: steps hold whole states of the session. */
const VERSION = '2';
/** As long as the server takes an undo. It counts from the answer's arrival, which is later. */
const UNDO_MS = 24 * 3_600 * 1_000;

export const undoCacheName = (source: SessionSource) => `learning:${source}:undo`;

/** What was written last of each session: of the many changes of a session, few change what can be taken back. */
const written = new Map<SessionSource, Past>();

/** Keeps what can be taken back in a session. Without room for it, a reload ends it. */
export function writeUndoCache(source: SessionSource, past: Past): void {
  if (written.get(source) === past) return;
  written.delete(source);
  if (past.length === 0) dropCache(undoCacheName(source));
  else if (!writeCache(undoCacheName(source), packPast(past), { version: VERSION })) return;
  written.set(source, past);
}

export function dropUndoCache(source: SessionSource): void {
  written.delete(source);
  dropCache(undoCacheName(source));
}

/**
 * Returns what can be taken back in the session whose last step is this one, the latest last; nothing when another tab
 * has kept steps of its own since. Steps of more than 24 hours ago are gone, as the server refuses them.
 */
export function readUndoCache(source: SessionSource, lastStep: string | null): Past {
  const packed = readCache<PackedPast>(undoCacheName(source), { version: VERSION, maxAgeMs: UNDO_MS });
  const end = packed?.steps.findLastIndex(({ id }) => id === lastStep) ?? -1;
  if (!packed || end < 0) return [];
  const steps = packed.steps.slice(0, end + 1);
  const since = Date.now() - UNDO_MS;
  const tooOld = steps.findLastIndex(({ at }) => at <= since);
  try {
    return unpackPast({ ...packed, steps: steps.slice(tooOld + 1) });
  } catch (error) {
    console.error(error);
    return [];
  }
}
