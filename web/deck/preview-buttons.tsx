import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconRotate } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

interface PreviewButtonsProps {
  revealed: boolean;
  atStart: boolean;
  atEnd: boolean;
  onFlip: () => void;
  onMove: (by: 1 | -1) => void;
}

export function PreviewButtons({ revealed, atStart, atEnd, onFlip, onMove }: PreviewButtonsProps) {
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
        aria-keyshortcuts="ArrowLeft"
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
        aria-keyshortcuts="Space"
        onClick={onFlip}
        ref={flip}
        data-autofocus
      >
        {revealed ? <Trans>Question</Trans> : <Trans>Flip</Trans>}
      </Button>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t`Next card`}
        aria-keyshortcuts="ArrowRight"
        aria-disabled={atEnd || undefined}
        data-disabled={atEnd || undefined}
        onClick={() => onMove(1)}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
