import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { addressOf } from '../../core/address.ts';
import type { DeckSettings } from '../../core/deck/deck.schema.ts';
import { useRead } from '../lib/use-read.ts';
import { LoadError } from '../ui/load-error.tsx';
import { Loading } from '../ui/loading.tsx';
import { SessionSettingsForm, type SessionSettingsFormProps } from './session-settings.form.tsx';

interface DeckSettingsFormProps extends Pick<SessionSettingsFormProps, 'onSave'> {
  deckId: number;
}

/** The settings of the deck in hand, in a session over all decks, which knows only how its cards are asked. */
export function DeckSettingsForm({ deckId, onSave }: DeckSettingsFormProps) {
  const { t } = useLingui();
  const counts = useRead(addressOf('GET /api/decks/:deckId/counts', { params: { deckId } }));
  // What is being edited is not read again.
  const [settings, setSettings] = useState<DeckSettings | null>(null);
  if (!settings && counts.data && !counts.isValidating) setSettings(counts.data.settings);
  if (settings) return <SessionSettingsForm settings={settings} onSave={onSave} />;
  if (counts.error && !counts.isValidating)
    return (
      <LoadError
        error={counts.error}
        title={t`The settings could not be loaded`}
        onRetry={() => counts.mutate()}
      />
    );
  return <Loading minHeight={320} />;
}
