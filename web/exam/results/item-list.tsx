import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import type { Question } from '../../../core/exam/exam.schema.ts';
import type { Item } from '../../../core/exam/results/item-analysis.ts';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { ItemRow } from './item-row.tsx';

const PAGE_SIZE = 5;

interface ItemListProps {
  /** The hardest first. */
  items: readonly Item[];
  questions: readonly Question[];
  submissions: number;
}

/** Every question, with the students that chose each option. */
export function ItemList({ items, questions, submissions }: ItemListProps) {
  const { t } = useLingui();
  const titleId = useId();
  const [page, setPage] = useState(1);
  const shown = pageOf(items, page, PAGE_SIZE);
  const byId = new Map(questions.map((question) => [question.id, question]));
  return (
    <Stack component="section" aria-labelledby={titleId} gap="sm">
      <div>
        <Title id={titleId} order={2} size="h5">
          <Trans>Questions, the hardest first</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>How many of those who handed in chose which option.</Trans>
        </Text>
      </div>
      <Stack component="ul" gap="sm" className="plain-list" aria-labelledby={titleId}>
        {shown.items.map((item) => (
          <ItemRow
            key={item.questionId}
            item={item}
            question={byId.get(item.questionId)!}
            submissions={submissions}
          />
        ))}
      </Stack>
      <Pages total={shown.pageCount} page={shown.page} onChange={setPage} label={t`Pages of questions`} />
    </Stack>
  );
}
