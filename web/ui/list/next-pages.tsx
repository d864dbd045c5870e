import { useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';

interface NextPagesProps<Start> {
  /** Where each page after the first begins, up to the one that is shown. */
  starts: readonly Start[];
  /** Where the next page begins; null on the last one. */
  next: Start | null;
  isBusy: boolean;
  onTurn: (starts: Start[]) => void;
}

/** Turns the pages of a list whose length nobody knows. */
export function NextPages<Start>({ starts, next, isBusy, onTurn }: NextPagesProps<Start>) {
  const { t } = useLingui();
  if (starts.length === 0 && next === null) return null;
  return (
    <Group justify="center">
      <Button
        variant="default"
        disabled={starts.length === 0 || isBusy}
        onClick={() => onTurn(starts.slice(0, -1))}
      >
        {t`Previous page`}
      </Button>
      <Button
        variant="default"
        disabled={next === null || isBusy}
        onClick={() => next !== null && onTurn([...starts, next])}
      >
        {t`Next page`}
      </Button>
    </Group>
  );
}
