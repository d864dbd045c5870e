import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { dropCache, readCache, writeCache } from '../lib/kept/expiring-cache.ts';
import { CLASS_TABS, type ClassTab } from '../lib/pages/paths.ts';
import { parseClassNumber } from './class-number.ts';

const CACHE = 'chosen-class';
const MAX_AGE_MS = 90 * 86_400_000;

/** What addresses of former versions call their view; people have kept some of them. */
const FORMER_VIEWS: Record<string, ClassTab> = {
  decks: 'decks',
  requests: 'requests',
  progress: 'students',
  results: 'exams',
};

/** Returns the tab that an address asks for; undefined when it asks for none that there is. */
export function askedTab(query: URLSearchParams): ClassTab | undefined {
  return CLASS_TABS.find((name) => name === query.get('tab')) ?? FORMER_VIEWS[query.get('view') ?? ''];
}

/**
 * Returns the class that a teacher has open, and its tab. The address holds both, so that they survive a reload and can
 * be linked to. Without them it is the class of the last visit.
 */
export function useChosenClass(classes: readonly Classroom[]) {
  const [query, setQuery] = useSearchParams();
  const [lastVisited] = useState(() => readCache<number>(CACHE, { maxAgeMs: MAX_AGE_MS }));
  const asked = query.get('classId');
  const wanted = asked === null ? lastVisited : parseClassNumber(asked);
  const chosen = classes.find(({ id }) => id === wanted) ?? null;
  const tab = askedTab(query);

  const choose = (id: number | null, nextTab: ClassTab = tab ?? 'overview') => {
    if (id === null) dropCache(CACHE);
    else writeCache(CACHE, id);
    // Empty rather than left out, so that no class is not the last visit's class.
    setQuery(
      {
        classId: id === null ? '' : String(id),
        ...(id !== null && nextTab !== 'overview' && { tab: nextTab }),
      },
      // A tab is a step of its own for Back; another class takes the place of the one before.
      { replace: id !== chosen?.id },
    );
  };

  return { chosen, tab: tab ?? 'overview', hasAskedTab: tab !== undefined, choose };
}
