import { addressOf } from '../../core/address.ts';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { useRead } from '../lib/use-read.ts';

/** The latest imports, newest first. */
export function useImports() {
  const imports = useRead(addressOf('GET /api/admin/imports'));
  return {
    ...imports,
    /** One of them stands otherwise now. */
    replace: (changed: DeckImport) =>
      imports.mutate((all) => all?.map((one) => (one.id === changed.id ? changed : one))),
  };
}
