import { readCache, writeCache } from '../../lib/kept/expiring-cache.ts';
import { PLACE_KINDS, type Place } from './place.ts';

const CACHE = { version: '1', maxAgeMs: 30 * 86_400_000 };
const NAME = 'recent-places';
const MOST = 5;

const isPlace = (value: unknown): value is Place => {
  const { kind, to, label } = (value ?? {}) as Partial<Place>;
  return (
    PLACE_KINDS.some((known) => known === kind) &&
    typeof label === 'string' &&
    typeof to === 'string' &&
    to.startsWith('/')
  );
};

/** Returns where the user went by searching, the last first. */
export function recentPlaces(): Place[] {
  const kept = readCache<unknown>(NAME, CACHE);
  return Array.isArray(kept) ? kept.filter(isPlace) : [];
}

export function keepRecentPlace(place: Place): void {
  const others = recentPlaces().filter(({ to }) => to !== place.to);
  writeCache(NAME, [place, ...others].slice(0, MOST), CACHE);
}
