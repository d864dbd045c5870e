import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import classes from './question-block.module.css';

interface QuestionActionsProps {
  number: number;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** What can be done to a question as a whole. */
export function QuestionActions({ number, isLast, onMove, onRemove }: QuestionActionsProps) {
  const { t } = useLingui();
  const look = { variant: 'subtle', size: 'lg', className: classes.action } as const;
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        {...look}
        color="gray"
        aria-label={t`Move question ${number} up`}
        disabled={number === 1}
        onClick={() => onMove(-1)}
        data-move="up"
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...look}
        color="gray"
        aria-label={t`Move question ${number} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
        data-move="down"
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} color="red" aria-label={t`Remove question ${number}`} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
