import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { DeckSettings, DeckSettingsBody } from '../../../core/deck/deck.schema.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { SessionSettingsForm, type SessionSettingsFormProps } from './session-settings.form.tsx';

interface DeckSettingsFormProps extends Pick<SessionSettingsFormProps, 'onSave'> {
  deckId: number;
}

/** The settings of the deck in hand, in a session over all decks. That session knows only how its cards are asked. */
function DeckSettingsForm({ deckId, onSave }: DeckSettingsFormProps) {
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

interface SessionSettingsProps {
  /** Null in a session over all decks: they are those of the deck in hand. */
  settings: DeckSettings | null;
  deck: { id: number; title: string } | undefined;
  /** Rejects with the server's refusal. */
  onSave: (settings: DeckSettingsBody, ofDeck?: number) => Promise<void>;
  opened: boolean;
  onClose: () => void;
}

export function SessionSettings({ opened, onClose, settings, deck, onSave }: SessionSettingsProps) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={settings || !deck ? t`How this deck is studied` : t`How “${deck.title}” is studied`}
    >
      {settings && (
        <SessionSettingsForm
          settings={settings}
          onSave={async (next) => {
            await onSave(next);
            onClose();
          }}
        />
      )}
      {!settings && deck && (
        <DeckSettingsForm
          key={deck.id}
          deckId={deck.id}
          onSave={async (next) => {
            await onSave(next, deck.id);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
