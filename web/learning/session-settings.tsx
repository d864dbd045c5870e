import { useLingui } from '@lingui/react/macro';
import type { DeckSettings, DeckSettingsBody } from '../../core/deck/deck.schema.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DeckSettingsForm } from './deck-settings-form.tsx';
import { SessionSettingsForm } from './session-settings.form.tsx';

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
