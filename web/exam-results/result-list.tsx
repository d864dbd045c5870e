import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ClassResult } from '../../core/exam/submission.schema.ts';
import { Empty } from '../ui/empty.tsx';
import { PagedGrid } from '../ui/paged-grid.tsx';
import { ResultRow } from './result-row.tsx';
import { rowKey } from './results-list.ts';

const PAGE_SIZE = 12;

interface ResultListProps {
  /** Filtered and sorted. */
  results: readonly ClassResult[];
  withExam: boolean;
  page: number;
  onPage: (page: number) => void;
  onOpen: (row: ClassResult) => void;
  onReset: () => void;
}

/** The results as cards, twelve a page. */
export function ResultList({ results, withExam, page, onPage, onOpen, onReset }: ResultListProps) {
  const { t } = useLingui();
  if (results.length === 0)
    return (
      <Empty
        icon={<IconFilterOff size={28} aria-hidden />}
        text={<Trans>Nobody has reached that score.</Trans>}
        action={
          <Button variant="light" onClick={onReset}>
            <Trans>Show all students</Trans>
          </Button>
        }
      />
    );
  return (
    <PagedGrid
      items={results}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={onPage}
      label={t`Results`}
      pagesLabel={t`Pages of results`}
    >
      {(row) => <ResultRow key={rowKey(row)} row={row} withExam={withExam} onOpen={onOpen} />}
    </PagedGrid>
  );
}
