import { useRef, useState } from 'react';
import type { NewCardBody } from '../../../core/card/card.schema.ts';
import type { CardTextName } from '../../../core/contract/card-fields.ts';
import { useDecksChanged } from '../../deck/deck.changes.ts';
import { ApiError } from '../../lib/call/api-client.ts';
import { patiently } from '../../lib/call/patiently.ts';
import { makeUuid } from '../../lib/call/uuid.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import {
  bodyOf,
  isWanted,
  isWrong,
  type KnownCards,
  type Mendings,
  type PastedRow,
  type PastedTable,
  rowsOf,
} from './pasted-cards.ts';

const NOTHING: Mendings = new Map();

/**
 * A pasted table on its way to cards of a deck. What was sent without an answer is sent again under its key, so that no
 * card comes twice.
 */
export function useManyCards(
  known: KnownCards,
  send: (key: string, cards: NewCardBody[]) => Promise<unknown>,
) {
  const [table, setTable] = useState<PastedTable | null>(null);
  const [mendings, setMendings] = useState(NOTHING);
  /** Ticked or not by hand, by the keys of rows. */
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** Rows that have become cards. */
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<unknown>(null);
  const open = useRef<{ key: string; rows: readonly PastedRow[] } | undefined>(undefined);
  const decksChanged = useDecksChanged();

  const rows = table ? rowsOf(table, mendings, known).filter(({ key }) => !added.has(key)) : [];
  const isChosen = (row: PastedRow): boolean => choices.get(row.key) ?? isWanted(row);
  const ready = rows.filter((row) => isChosen(row) && !isWrong(row));

  const start = (next: PastedTable | null) => {
    setTable(next);
    setMendings(NOTHING);
    setChoices(new Map());
    setAdded(new Set());
    setError(null);
  };

  /** Returns how many cards there are more, or undefined when it failed. */
  const [add, isAdding] = useAttempt(
    (failure) => {
      // Without an answer of the product's own they may be in the deck already.
      if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500)
        open.current = undefined;
      setError(failure);
    },
    async (): Promise<number> => {
      setError(null);
      open.current ??= { key: makeUuid(), rows: ready };
      const sent = open.current;
      await patiently(() => send(sent.key, sent.rows.map(bodyOf)));
      open.current = undefined;
      setAdded((before) => new Set([...before, ...sent.rows.map(({ key }) => key)]));
      void decksChanged();
      return sent.rows.length;
    },
  );

  return {
    table,
    rows,
    ready,
    error,
    isAdding,
    /** They are perhaps cards already: nothing is to be changed until that is known. */
    isOpen: open.current !== undefined,
    isChosen,
    isMended: ({ key }: PastedRow, field: CardTextName) => mendings.get(key)?.[field] !== undefined,
    start,
    setTable,
    choose: (key: string, isTicked: boolean) => setChoices((before) => new Map(before).set(key, isTicked)),
    mend: (key: string, field: CardTextName, text: string) =>
      setMendings((before) => new Map(before).set(key, { ...before.get(key), [field]: text })),
    add,
  };
}

export type ManyCards = ReturnType<typeof useManyCards>;
