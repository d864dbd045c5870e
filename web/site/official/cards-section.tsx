import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { ExportMenu } from '../../deck/export-menu.tsx';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { TrashDisclosure } from '../../trash/trash-disclosure.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { useManagedDecks } from '../managed-deck.queries.ts';
import { ManagedDeckSelect } from '../managed-deck-select.tsx';
import { FoundCards } from './found-cards.tsx';
import { useAskToDeleteAnyDeck } from './use-ask-to-delete-any-deck.ts';

function DeckActions({ deck, onGone }: { deck: ManagedDeck; onGone: () => void }) {
  const { ask, deleting } = useAskToDeleteAnyDeck();
  const remove = async () => {
    if (await ask(deck)) onGone();
  };
  return (
    <Group gap="xs" h={36}>
      <ExportMenu deckId={deck.id} title={deck.title} />
      <Button
        variant="light"
        color="red"
        size="xs"
        leftSection={<IconTrash size={16} aria-hidden />}
        loading={deleting}
        onClick={remove}
      >
        <Trans>Delete this deck</Trans>
      </Button>
    </Group>
  );
}

/** Any deck of any owner, and its cards; the address says which. */
export function CardsSection() {
  const { t, i18n } = useLingui();
  const [query, setQuery] = useSearchParams();
  const { data: decks, error, mutate } = useManagedDecks();
  const heading = useRef<HTMLHeadingElement>(null);
  useFailedRead(error, failureText.fetchDecksFailed);

  const asked = parseRowId(query.get('deckId') ?? undefined);
  const deck = decks?.find(({ id }) => id === asked) ?? null;
  const choose = (deckId: number | null) =>
    setQuery({ view: 'cards', ...(deckId !== null && { deckId: String(deckId) }) }, { replace: true });
  const onGone = () => {
    choose(null);
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <Stack component="section" aria-labelledby="managed-cards-title">
      <Title id="managed-cards-title" ref={heading} tabIndex={-1} order={2} size="h3">
        <Trans>Decks and cards</Trans>
      </Title>
      {!decks && <Unread of={{ error, mutate }} title={i18n._(noticeText.fetchDecksFailed)} height={62} />}
      {decks?.length === 0 && <Empty text={<Trans>Nobody has made a deck yet.</Trans>} />}
      {decks && decks.length > 0 && (
        <Group align="flex-end" gap="sm">
          <Box flex="1 1 18rem">
            <ManagedDeckSelect label={t`Deck`} decks={decks} value={deck?.id ?? null} onChange={choose} />
          </Box>
          {deck && <DeckActions key={deck.id} deck={deck} onGone={onGone} />}
        </Group>
      )}
      {deck && <FoundCards key={deck.id} deckId={deck.id} />}
      {deck && <TrashDisclosure key={`trash ${deck.id}`} deckId={deck.id} />}
      {decks && decks.length > 0 && !deck && (
        <Empty
          text={
            asked === null ? (
              <Trans>Choose a deck, whoever made it, to see its cards.</Trans>
            ) : (
              <Trans>This deck is gone. Choose another one.</Trans>
            )
          }
        />
      )}
    </Stack>
  );
}
