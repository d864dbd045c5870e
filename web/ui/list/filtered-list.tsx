import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { keepOrDrop, plainStorage, STORAGE_KEY } from '../../lib/kept/storage-key.ts';
import { Empty } from '../feedback/empty.tsx';
import { pageOf } from './page-of.ts';
import { Pages } from './pagination.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

const paper = () => window.matchMedia('print');

function onPaper(change: () => void): () => void {
  const query = paper();
  query.addEventListener('change', change);
  return () => query.removeEventListener('change', change);
}

/** Returns whether the page is being printed: a list then shows all that it has. */
const useIsPrinting = (): boolean => useSyncExternalStore(onPaper, () => paper().matches);

const PAGE_SIZE = 12;

/** Whether such lists are shown whole, which the browser keeps. */
function useWhole() {
  const [isWhole, setWhole] = useState(() => plainStorage()?.getItem(STORAGE_KEY.wholeLists) === '1');
  const choose = (whole: boolean) => {
    setWhole(whole);
    keepOrDrop(STORAGE_KEY.wholeLists, whole ? '1' : null);
  };
  return [isWhole, choose] as const;
}

interface FilteredListProps<T> {
  items: readonly T[];
  page: number;
  onPage: (page: number) => void;
  pagesLabel: string;
  /** How many there are, said whenever it changes. */
  count: string;
  /** Said where the filter leaves nothing. */
  nothing: ReactNode;
  onReset: () => void;
  busy?: boolean;
  children: (shown: T[]) => ReactNode;
}

/** What a filter leaves, twelve a page or whole, with the way back to all. */
export function FilteredList<T>(props: FilteredListProps<T>) {
  const { t } = useLingui();
  const { items, page, onPage, onReset, busy = false } = props;
  const kept = useKeptFocus<HTMLDivElement>();
  const isPrinting = useIsPrinting();
  const [isWhole, chooseWhole] = useWhole();
  const all = Math.max(1, items.length);
  const shown = pageOf(items, page, isPrinting || isWhole ? all : PAGE_SIZE);
  return (
    <Stack gap="sm" aria-busy={busy}>
      <Group justify="space-between" gap="sm">
        <Text role="status" size="sm" c="dimmed" className="tabular">
          {props.count}
        </Text>
        <Button
          size="xs"
          variant="subtle"
          className="not-printed"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={onReset}
        >
          {t`Reset`}
        </Button>
      </Group>
      {items.length > 0 ? (
        <Stack gap="lg">
          <div {...kept} style={{ outline: 'none' }}>
            {props.children(shown.items)}
          </div>
          <Group justify="center" gap="sm" className="not-printed">
            <Pages total={shown.pageCount} page={shown.page} onChange={onPage} label={props.pagesLabel} />
            {items.length > PAGE_SIZE && (
              <Button size="sm" variant="subtle" onClick={() => chooseWhole(!isWhole)}>
                {isWhole ? t`Show ${PAGE_SIZE} a page` : t`Show all`}
              </Button>
            )}
          </Group>
        </Stack>
      ) : (
        <Empty
          icon={<IconFilterOff size={28} aria-hidden />}
          text={props.nothing}
          action={
            <Button variant="light" onClick={onReset}>
              {t`Show all students`}
            </Button>
          }
        />
      )}
    </Stack>
  );
}
