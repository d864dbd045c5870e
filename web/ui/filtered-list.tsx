import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Empty } from './empty.tsx';
import { PagedGrid, type PagedGridProps } from './paged-grid.tsx';

const PAGE_SIZE = 12;

interface FilteredListProps<T> extends Omit<PagedGridProps<T>, 'pageSize'> {
  /** How many there are, said whenever it changes. */
  count: string;
  /** Said where the filter leaves nothing. */
  nothing: ReactNode;
  onReset: () => void;
  busy?: boolean;
}

/** What a filter leaves, as cards, twelve a page, with the way back to all. */
export function FilteredList<T>({ count, nothing, onReset, busy = false, ...grid }: FilteredListProps<T>) {
  return (
    <Stack gap="sm" aria-busy={busy}>
      <Group justify="space-between" gap="sm">
        <Text role="status" size="sm" c="dimmed" className="tabular">
          {count}
        </Text>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={onReset}
        >
          <Trans>Reset</Trans>
        </Button>
      </Group>
      {grid.items.length > 0 ? (
        <PagedGrid pageSize={PAGE_SIZE} {...grid} />
      ) : (
        <Empty
          icon={<IconFilterOff size={28} aria-hidden />}
          text={nothing}
          action={
            <Button variant="light" onClick={onReset}>
              <Trans>Show all students</Trans>
            </Button>
          }
        />
      )}
    </Stack>
  );
}
