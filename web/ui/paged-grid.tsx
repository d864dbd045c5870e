import { SimpleGrid, Stack } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { pageOf } from './page-of.ts';
import { Pages } from './pagination.tsx';

export interface PagedGridProps<T> {
  items: readonly T[];
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  label: string;
  pagesLabel: string;
  /** A list item with its key. */
  children: (item: T) => ReactNode;
}

/** A list as cards side by side, some of them a page. */
export function PagedGrid<T>({
  items,
  page,
  pageSize,
  onPage,
  label,
  pagesLabel,
  children,
}: PagedGridProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);

  // A card that a live change takes to another page must not take the focus with it into nothing.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true });
  });

  const shown = pageOf(items, page, pageSize);
  return (
    <Stack gap="lg">
      <SimpleGrid
        ref={list}
        component="ul"
        tabIndex={-1}
        aria-label={label}
        cols={{ base: 1, xs: 2, md: 3 }}
        spacing="sm"
        className="plain-list"
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={() => {
          hadFocus.current = false;
        }}
      >
        {shown.items.map(children)}
      </SimpleGrid>
      <Pages total={shown.pageCount} page={shown.page} onChange={onPage} label={pagesLabel} />
    </Stack>
  );
}
