import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { errorText } from '../../lib/error-text.ts';
import { followPage } from '../../lib/page-life.ts';
import { paths } from '../../lib/pages/paths.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useAllCards } from '../card.queries.ts';
import { CardAdditions } from './card-additions.tsx';
import { CardsPreview } from './cards-preview.tsx';
import { PasteCards } from './paste-cards.tsx';
import { isWrong, KnownCards, readPaste } from './pasted-cards.ts';
import { useManyCards } from './use-many-cards.ts';

const addedText = msg({ message: '{count, plural, one {# card was added} other {# cards were added}}' });

/** From a pasted list to cards of a deck. */
export function ManyCards({ deck }: { deck: Pick<Deck, 'id'> }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const notices = useNotices();
  const [text, setText] = useState('');
  const inDeck = useAllCards(deck.id);
  const known = useMemo(() => {
    const cards = new KnownCards();
    for (const card of inDeck.data ?? []) cards.add(card);
    return cards;
  }, [inDeck.data]);
  const many = useManyCards(deck.id, known);
  const { table, rows, ready, isAdding, isOpen } = many;
  const isAtRisk = rows.length > 0;
  useEffect(() => followPage({ isAtRisk: () => isAtRisk }), [isAtRisk]);

  if (!table)
    return (
      <Stack>
        <CardAdditions deckId={deck.id} />
        <PasteCards text={text} onText={setText} onRead={many.start} />
      </Stack>
    );
  if (!inDeck.data && inDeck.error)
    return <LoadError error={inDeck.error} onRetry={() => void inDeck.mutate()} />;
  if (!inDeck.data) return <Skeleton height={320} radius="lg" role="status" aria-label={t`Loading…`} />;

  const add = async () => {
    // Lines that are still wrong stay here to be mended.
    const isRest = rows.some((row) => isWrong(row) && many.isChosen(row));
    const count = await many.add();
    if (count === undefined) return;
    notices.success(i18n._({ ...addedText, values: { count } }));
    if (!isRest) navigate(paths.teacherDeck(deck.id));
  };
  return (
    <Stack gap="lg">
      <CardAdditions deckId={deck.id} />
      <CardsPreview many={many} onSeparator={(separator) => many.start(readPaste(text, separator))} />
      {many.error !== null && (
        <Alert role="alert" color="red" variant="light">
          {errorText(i18n, many.error)}
        </Alert>
      )}
      <Group>
        <Button disabled={ready.length === 0 && !isOpen} loading={isAdding} onClick={() => void add()}>
          {isOpen ? t`Try again` : t`Add ${plural(ready.length, { one: '# card', other: '# cards' })}`}
        </Button>
        <Button variant="default" disabled={isAdding || isOpen} onClick={() => many.start(null)}>
          <Trans>Back to the text</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
