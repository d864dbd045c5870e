import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconHistory,
  IconTag,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { EDITED_AT_ONCE_MAX } from '../../../core/contract/card-limits.ts';

export function SelectionBar(props: {
  count: number;
  isMovable: boolean;
  isBusy: boolean;
  onTag: () => void;
  onSend: () => void;
  /** Of the only one that is selected. */
  onVersions: () => void;
  onDelete: () => void;
  onMoveBy: (by: 1 | -1) => void;
  onClear: () => void;
}) {
  const { count, isMovable, isBusy } = props;
  const { t } = useLingui();
  if (count === 0) return null;
  const isTooMany = count > EDITED_AT_ONCE_MAX;
  const isOff = isBusy || isTooMany;
  return (
    <Group gap="xs" role="toolbar" aria-label={t`Selected cards`}>
      <Text fw={600} className="tabular">
        {t`${plural(count, { one: '# card selected', other: '# cards selected' })}`}
      </Text>
      <Button
        variant="light"
        h={44}
        leftSection={<IconTag size={18} aria-hidden />}
        disabled={isOff}
        onClick={props.onTag}
      >
        {t`Tags…`}
      </Button>
      <Button
        variant="light"
        h={44}
        leftSection={<IconCopy size={18} aria-hidden />}
        disabled={isOff}
        onClick={props.onSend}
      >
        {t`Copy or move…`}
      </Button>
      {count === 1 && (
        <Button
          variant="light"
          h={44}
          leftSection={<IconHistory size={18} aria-hidden />}
          aria-haspopup="dialog"
          disabled={isOff}
          onClick={props.onVersions}
        >
          {t`Earlier versions…`}
        </Button>
      )}
      {isMovable && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="light"
            size={44}
            aria-label={t`Move up`}
            disabled={isOff}
            onClick={() => props.onMoveBy(-1)}
          >
            <IconArrowUp size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="light"
            size={44}
            aria-label={t`Move down`}
            disabled={isOff}
            onClick={() => props.onMoveBy(1)}
          >
            <IconArrowDown size={18} aria-hidden />
          </ActionIcon>
        </Group>
      )}
      <Button
        variant="subtle"
        color="red"
        h={44}
        leftSection={<IconTrash size={18} aria-hidden />}
        disabled={isOff}
        onClick={props.onDelete}
      >
        {t`Delete`}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t`Select nothing`}
        onClick={props.onClear}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
      {isTooMany && (
        <Text c="red" size="sm">
          {t`At most ${EDITED_AT_ONCE_MAX} cards at once`}
        </Text>
      )}
    </Group>
  );
}
