import useSWR from 'swr';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { getTogether } from '../lib/gathered-get.ts';

const KEY = '/api/admin/imports';

/** The latest imports, newest first. */
export function useImports() {
  const imports = useSWR(KEY, async () => (await getTogether<{ data: DeckImport[] }>(KEY)).data);
  return {
    ...imports,
    /** One of them stands otherwise now. */
    replace: (changed: DeckImport) =>
      imports.mutate((all) => all?.map((one) => (one.id === changed.id ? changed : one))),
  };
}
