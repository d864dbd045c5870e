import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, type ButtonProps } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';

const DeckPreviewModal = lazy(() => import('./deck-preview.modal.tsx'));

const openFailed = msg({ message: 'The deck could not be opened: {message}' });

interface PreviewDeckButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  deck: Pick<Deck, 'id' | 'title'>;
}

/** Opens the cards of any deck that may be read, as a student sees them. */
export function PreviewDeckButton({ deck, size, variant = 'light' }: PreviewDeckButtonProps) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<Deck | null>(null);

  const [open, isLoading] = useAttempt(openFailed, async () => {
    const { data } = await callApi('GET /api/decks/:deckId', { params: { deckId: deck.id } });
    setOpened(data);
  });

  return (
    <>
      <Button
        size={size}
        variant={variant}
        loading={isLoading}
        leftSection={<IconEye size={18} aria-hidden />}
        aria-label={t`Preview: ${deck.title}`}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        {t`Preview`}
      </Button>
      <LazyDialog opened={opened !== null}>
        <DeckPreviewModal deck={opened} onClose={() => setOpened(null)} />
      </LazyDialog>
    </>
  );
}
