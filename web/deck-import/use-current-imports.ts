import { useState } from 'react';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { isActive } from './import-status.ts';

interface CurrentImports {
  /** Those that wait or run, or did so while the page was open, newest first. */
  current: DeckImport[];
  /** Undefined while the list is on its way. */
  others: DeckImport[] | undefined;
  /** What was uploaded from here. */
  watched: readonly number[];
  watch: (importId: number) => void;
}

/** Parts the list into what is going on and what was. An import that ends stays where it was seen running. */
export function useCurrentImports(all: readonly DeckImport[] | undefined): CurrentImports {
  const [watched, setWatched] = useState<readonly number[]>([]);
  const [seen, setSeen] = useState<readonly number[]>([]);
  const unseen = (all ?? []).filter((one) => isActive(one) && !seen.includes(one.id)).map(({ id }) => id);
  if (unseen.length > 0) setSeen([...seen, ...unseen]);
  const isCurrent = ({ id }: DeckImport) => seen.includes(id) || unseen.includes(id) || watched.includes(id);
  return {
    current: (all ?? []).filter(isCurrent),
    others: all?.filter((one) => !isCurrent(one)),
    watched,
    watch: (importId) => setWatched((before) => [...before, importId]),
  };
}
