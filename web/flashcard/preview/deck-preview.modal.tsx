import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconRotate } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { useCards } from '../../deck/card.queries.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { actionOf, KEYS, useKeyDown } from '../../ui/control/keys.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { cardFaces } from '../card-faces.ts';
import { Flashcard } from '../flashcard.tsx';
import { AudioButton, HeardSide } from '../heard-side.tsx';
import { useCardAudio } from '../use-card-audio.ts';

/** Returns what a key does in the preview; null leaves it to the browser. */
export function previewAction(pressed: Parameters<typeof actionOf>[1], onControl: boolean) {
  const action = actionOf(KEYS.preview, pressed);
  // On a button, Space presses that button.
  return action === 'flip' && onControl ? null : action;
}

interface PreviewButtonsProps {
  revealed: boolean;
  atStart: boolean;
  atEnd: boolean;
  onFlip: () => void;
  onMove: (by: 1 | -1) => void;
}

function PreviewButtons({ revealed, atStart, atEnd, onFlip, onMove }: PreviewButtonsProps) {
  const { t } = useLingui();
  const flip = useRef<HTMLButtonElement>(null);
  // The cards may arrive after the dialog has given the focus to something else.
  useEffect(() => flip.current?.focus(), []);
  // Not `disabled` at either end: the button that was just pressed would lose the focus.
  return (
    <Group gap="sm" wrap="nowrap">
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t`Previous card`}
        aria-keyshortcuts={KEYS.preview.previous.join()}
        aria-disabled={atStart || undefined}
        data-disabled={atStart || undefined}
        onClick={() => onMove(-1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <Button
        flex={1}
        size="md"
        px="xs"
        variant="light"
        leftSection={<IconRotate size={18} aria-hidden />}
        aria-keyshortcuts={KEYS.preview.flip.join()}
        onClick={onFlip}
        ref={flip}
        data-autofocus
      >
        {revealed ? t`Question` : t`Flip`}
      </Button>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t`Next card`}
        aria-keyshortcuts={KEYS.preview.next.join()}
        aria-disabled={atEnd || undefined}
        data-disabled={atEnd || undefined}
        onClick={() => onMove(1)}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

interface PreviewKeys {
  flip: () => void;
  move: (by: 1 | -1) => void;
  /** Absent without audio. */
  play: (() => void) | undefined;
}

/** The arrows move, Space turns the card over, P plays. */
function usePreviewKeys({ flip, move, play }: PreviewKeys): void {
  useKeyDown((event, pressed) => {
    const { target } = event;
    const action = previewAction(pressed, target instanceof Element && !!target.closest('button, a[href]'));
    if (action === null) return;
    event.preventDefault();
    if (action === 'flip') flip();
    else if (action === 'play') play?.();
    else move(action === 'next' ? 1 : -1);
  });
}

interface DeckPreviewProps {
  card: Card;
  /** Where it is in the deck, from 0. */
  index: number;
  /** Cards in the deck. */
  total: number;
  backFirst: boolean;
  /** Asks for the card at another place. */
  onMove: (index: number) => void;
}

/** One card after the other, to be turned over; nothing is recorded. */
function DeckPreview({ card, index, total, backFirst, onMove }: DeckPreviewProps) {
  const { t } = useLingui();
  const [revealed, setRevealed] = useState(false);
  const faces = cardFaces(card, backFirst, revealed);
  const position = index + 1;
  const play = useCardAudio(faces.frontShown ? card.audio_file : null, noticeText.audioFailed);

  const flip = () => setRevealed(!revealed);
  const move = (by: 1 | -1) => {
    if (index + by < 0 || index + by >= total) return;
    onMove(index + by);
    setRevealed(false);
  };
  usePreviewKeys({ flip, move, play });

  return (
    <Stack>
      <Stack component="section" gap={0} mih="18rem" aria-label={t`Card ${position} of ${total}`}>
        <Flashcard
          key={card.id}
          card={card}
          faces={faces}
          revealed={revealed}
          position={position}
          total={total}
          audio={play && <AudioButton onPlay={play} />}
        />
        <VisuallyHidden aria-live="polite">
          <HeardSide faces={faces} revealed={revealed} position={position} total={total} />
        </VisuallyHidden>
      </Stack>
      <PreviewButtons
        revealed={revealed}
        atStart={index === 0}
        atEnd={position === total}
        onFlip={flip}
        onMove={move}
      />
    </Stack>
  );
}

function PreviewedDeck({ deck }: { deck: Deck }) {
  const { t } = useLingui();
  const [place, setPlace] = useState(0);
  const { data, error, mutate } = useCards(deck.id, { place });
  if (data?.total === 0) return <Empty text={t`This deck has no cards yet.`} />;
  if (data) {
    // While the next cards are on their way the one before stays; and the deck may have become shorter since.
    const within = Math.min(Math.max(0, place - data.offset), data.cards.length - 1);
    return (
      <DeckPreview
        card={data.cards[within] as Card}
        index={data.offset + within}
        total={data.total}
        backFirst={deck.display_back_first}
        onMove={setPlace}
      />
    );
  }
  return <Unread of={{ error, mutate }} loading={<Loading minHeight={346} />} />;
}

/** The cards of a deck as a student sees them; nothing is recorded. */
export default function DeckPreviewModal({ deck, onClose }: { deck: Deck | null; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog opened={deck !== null} onClose={onClose} title={deck ? t`Preview: ${deck.title}` : ''} size="lg">
      <ErrorBoundary resetKey={deck?.id}>{deck && <PreviewedDeck key={deck.id} deck={deck} />}</ErrorBoundary>
    </Dialog>
  );
}
