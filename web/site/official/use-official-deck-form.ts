import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { ApiError } from '../../lib/call/api-client.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { useManagedDeckChanges } from '../managed-deck.queries.ts';
import {
  checkOfficialDeck,
  NO_OFFICIAL_DECK,
  type OfficialDeckProblems,
  type OfficialDeckValues,
  officialDeckValues,
  toOfficialDeckChanges,
} from './official-deck-rules.ts';

function refusedFields(error: unknown): OfficialDeckProblems {
  const names = error instanceof ApiError ? Object.keys(error.errors ?? {}) : [];
  return {
    ...(names.includes('title') && { title: 'refused' }),
    ...(names.includes('description') && { description: 'refused' }),
    ...(names.includes('official_button_label') && { label: 'refused' }),
  };
}

/** Returns what is chosen and typed, and a function that sends it. What the server refuses stays. */
export function useOfficialDeckForm(edited: ManagedDeck | null, onUpdated: () => void) {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const { mark, update } = useManagedDeckChanges();
  const [values, setValues] = useState(edited ? officialDeckValues(edited) : NO_OFFICIAL_DECK);
  const [refused, setRefused] = useState<OfficialDeckProblems>({});
  const found = checkOfficialDeck(values, edited !== null);

  const change = (changed: Partial<OfficialDeckValues>) => {
    setValues((current) => ({ ...current, ...changed }));
    setRefused({});
  };

  const { submit, sending, wasWrong } = useSubmit({
    check: (form) => {
      const [firstWrong] = Object.keys(found);
      const deck = firstWrong === 'deckId' && form.querySelector('[role=combobox]');
      if (deck instanceof HTMLElement) deck.focus();
      return firstWrong;
    },
    run: async () => {
      if (values.deckId === null) return;
      if (edited) await update(values.deckId, toOfficialDeckChanges(values));
      else await mark({ deck_id: values.deckId, official_button_label: values.label.trim() });
      notices.success(t`The official deck has been saved.`);
      if (edited) onUpdated();
      else setValues(NO_OFFICIAL_DECK);
    },
    failed: (error) => {
      setRefused(refusedFields(error));
      failed(msg({ message: 'The official deck could not be saved: {message}' }), error);
    },
  });

  return { values, problems: { ...refused, ...(wasWrong && found) }, saving: sending, change, submit };
}
