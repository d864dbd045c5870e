import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { dropCache, readCache, writeCache } from '../lib/expiring-cache.ts';
import { parseClassNumber } from './class-number.ts';

const CACHE = 'chosen-class';
const MAX_AGE_MS = 90 * 86_400_000;

const VIEWS = ['decks', 'requests', 'progress', 'results'] as const;
export type ClassView = (typeof VIEWS)[number];

/**
 * Returns the class that a teacher has open, and the view of it. The address holds both, so that they survive a reload
 * and can be linked to. Without them it is the class of the last visit.
 */
export function useChosenClass(classes: readonly Classroom[]) {
  const [query, setQuery] = useSearchParams();
  const [lastVisited] = useState(() => readCache<number>(CACHE, { maxAgeMs: MAX_AGE_MS }));
  const asked = query.get('classId');
  const wanted = asked === null ? lastVisited : parseClassNumber(asked);
  const chosen = classes.find(({ id }) => id === wanted) ?? null;
  const view = VIEWS.find((name) => name === query.get('view')) ?? 'decks';

  /** Opens a class, or none. */
  const choose = (id: number | null, nextView: ClassView = view) => {
    if (id === null) dropCache(CACHE);
    else writeCache(CACHE, id);
    // Empty rather than left out, so that no class is not the last visit's class.
    setQuery(
      { classId: id === null ? '' : String(id), ...(nextView !== 'decks' && { view: nextView }) },
      { replace: true },
    );
  };

  return { chosen, view, choose };
}
