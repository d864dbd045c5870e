import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Portal, Table, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import { CARD_TEXT_NAMES } from '../../../core/contract/card-fields.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { getAll } from '../../lib/call/all-pages.ts';
import { CardText } from '../../marks/card-text.tsx';
import { formulasReady } from '../../marks/lazy-formula.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import classes from './print-deck.module.css';

const printFailed = msg({ message: 'The cards could not be loaded to print them: {message}' });

/** Prints all cards of a deck, whatever page of them is open. */
export function PrintDeck({ deck }: { deck: Pick<Deck, 'id' | 'title'> }) {
  const [cards, setCards] = useState<readonly Card[] | null>(null);

  // The browser stands still while it asks how to print; after that the page is what it was.
  useEffect(() => {
    if (!cards) return;
    const forget = () => setCards(null);
    window.addEventListener('afterprint', forget);
    window.print();
    return () => window.removeEventListener('afterprint', forget);
  }, [cards]);

  const [print, isLoading] = useAttempt(printFailed, async () => {
    const found = await getAll(addressOf('GET /api/decks/:deckId/cards', { params: { deckId: deck.id } }));
    // A page is printed as it stands at once.
    await formulasReady(found.flatMap((card) => CARD_TEXT_NAMES.map((name) => card[name])));
    setCards(found);
  });

  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={isLoading}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => void print()}
      >
        <Trans>Print</Trans>
      </Button>
      {cards && <PrintedCards title={deck.title} cards={cards} />}
    </>
  );
}

function PrintedCards({ title, cards }: { title: string; cards: readonly Card[] }) {
  const { t } = useLingui();
  return (
    <Portal>
      <div className={`only-printed ${classes.sheet}`} data-printed-alone>
        <Title order={1}>{title}</Title>
        <Table aria-label={t`Cards of the deck`} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <Trans>Front</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>Back</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cards.map((card) => (
              <Table.Tr key={card.id}>
                <Table.Td className={classes.front}>
                  <Text fw={600}>
                    <CardText text={card.front} />
                  </Text>
                  {card.example_sentence && (
                    <Text size="sm">
                      <CardText text={card.example_sentence} />
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Text>
                    <CardText text={card.back} />
                  </Text>
                  {card.definition && (
                    <Text size="sm">
                      <CardText text={card.definition} />
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Portal>
  );
}
