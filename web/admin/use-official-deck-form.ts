import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { ManagedDeck } from '../../core/deck/official-deck.schema.ts';
import { ApiError } from '../lib/api-client.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useManagedDeckChanges } from './managed-deck.queries.ts';
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
  const { i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const { mark, update } = useManagedDeckChanges();
  const [values, setValues] = useState(edited ? officialDeckValues(edited) : NO_OFFICIAL_DECK);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<OfficialDeckProblems>({});
  const [saving, setSaving] = useState(false);
  const found = checkOfficialDeck(values, edited !== null);

  const change = (changed: Partial<OfficialDeckValues>) => {
    setValues((current) => ({ ...current, ...changed }));
    setRefused({});
  };

  const send = async () => {
    if (values.deckId === null) return;
    if (edited) await update(values.deckId, toOfficialDeckChanges(values));
    else await mark({ deck_id: values.deckId, official_button_label: values.label.trim() });
    notices.success(i18n._(noticeText.deckSaved));
    if (edited) onUpdated();
    else setValues(NO_OFFICIAL_DECK);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving) return;
    const form = event.currentTarget;
    const [firstWrong] = Object.keys(found);
    setSubmitted(firstWrong !== undefined);
    if (firstWrong !== undefined) {
      const isDeck = firstWrong === 'deckId';
      const control = isDeck ? form.querySelector('[role=combobox]') : form.elements.namedItem(firstWrong);
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    setSaving(true);
    try {
      await send();
    } catch (error) {
      setRefused(refusedFields(error));
      failed(failureText.deckSaveFailed, error);
    } finally {
      setSaving(false);
    }
  };

  return { values, problems: { ...refused, ...(submitted && found) }, saving, change, submit };
}
