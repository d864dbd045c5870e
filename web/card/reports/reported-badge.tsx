import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { useReportedDecks } from './card-report.queries.ts';

export function ReportedBadge({ deckId }: { deckId: number }) {
  const { t } = useLingui();
  const { data } = useReportedDecks();
  const found = data?.find(({ deck_id }) => deck_id === deckId);
  if (!found) return null;
  return (
    <Badge color="honey" variant="light" c="var(--mantine-color-text)" tt="none" className="tabular">
      {t`${plural(found.cards, { one: '# card reported', other: '# cards reported' })}`}
    </Badge>
  );
}
