import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { OfficialDeck } from '../../core/deck/deck.schema.ts';
import { noticeText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { Empty } from '../ui/empty.tsx';
import { LoadError } from '../ui/load-error.tsx';

interface OfficialDeckButtonsProps {
  decks: OfficialDeck[] | undefined;
  error: unknown;
  onRetry: () => void;
}

/** One button per official deck, as its label says. */
export function OfficialDeckButtons({ decks, error, onRetry }: OfficialDeckButtonsProps) {
  const { t, i18n } = useLingui();
  if (!decks && error)
    return <LoadError error={error} title={i18n._(noticeText.fetchOfficialDecksFailed)} onRetry={onRetry} />;
  if (!decks) return <Skeleton height={42} radius="md" role="status" aria-label={t`Loading…`} />;
  if (decks.length === 0) return <Empty text={<Trans>There are no official decks yet.</Trans>} />;
  return (
    <Group gap="sm">
      {decks.map((deck) => (
        <Button key={deck.id} component={Link} to={paths.learn(deck.id)} variant="light" size="md">
          {deck.official_button_label ?? deck.title}
        </Button>
      ))}
    </Group>
  );
}
