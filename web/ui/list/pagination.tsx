import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { pageOf, pageWindow } from './page-of.ts';

interface PagesProps {
  /** How many pages there are; with one or none, nothing is shown. */
  total: number;
  /** The current page, from 1. */
  page: number;
  onChange: (page: number) => void;
  label?: string;
}

/** Returns the items of the page that is open, and what `Pages` is given to turn it. */
export function usePages<T>(all: readonly T[], size: number) {
  const [asked, onChange] = useState(1);
  const { items, page, pageCount: total } = pageOf(all, asked, size);
  return { items, page, total, onChange };
}

/** Previous, at most five numbers, next. */
export function Pages({ total, page, onChange, label }: PagesProps) {
  const { t } = useLingui();
  if (total <= 1) return null;
  return (
    <Group
      component="nav"
      aria-label={label ?? t`Pages`}
      justify="center"
      gap="min(6px, 0.5vw)"
      wrap="nowrap"
    >
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t`Previous page`}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      {pageWindow(page, total).map((number) => (
        <Button
          key={number}
          variant={number === page ? 'filled' : 'default'}
          h={34}
          px="sm"
          className="tabular"
          aria-label={t`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onChange(number)}
        >
          {number}
        </Button>
      ))}
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t`Next page`}
        disabled={page >= total}
        onClick={() => onChange(page + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
