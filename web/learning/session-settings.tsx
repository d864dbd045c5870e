import { useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { DeckSettings, DeckSettingsBody } from '../../core/deck/deck.schema.ts';
import { useBackCloses } from '../lib/use-back-closes.ts';
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
  const isThere = useMounted();
  useBackCloses(opened, onClose);
  return (
    <Modal
      opened={opened && isThere}
      onClose={onClose}
      title={settings || !deck ? t`How this deck is studied` : t`How “${deck.title}” is studied`}
      centered
      radius="lg"
      // As a `header` it would be announced as another banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t`Close` }}
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
    </Modal>
  );
}
