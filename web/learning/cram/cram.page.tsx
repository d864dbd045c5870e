import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/row-id.ts';
import { paths } from '../../lib/pages/paths.ts';
import { usePageTitle } from '../../site/page-title.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Empty } from '../../ui/empty.tsx';
import { DeckNotHere } from '../deck-not-here.tsx';
import { useCramDeck } from './cram.queries.ts';
import { type CramChoice, CramChoiceForm } from './cram-choice.form.tsx';
import { CramRound } from './cram-round.tsx';

function DeckCram({ deckId }: { deckId: number }) {
  const { t } = useLingui();
  const { data, error, mutate } = useCramDeck(deckId);
  const [chosen, setChosen] = useState<CramChoice | null>(null);
  const others = () => {
    setChosen(null);
    void mutate();
  };
  usePageTitle(data?.deck.title ?? t`Practice for a test`);
  if (data && chosen && chosen.cards.length > 0)
    return <CramRound deck={data.deck} chosen={chosen} onOthers={others} />;
  return (
    <Container size="sm" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="md">
        <div>
          <BackLink to={paths.ownCards(deckId)}>
            <Trans>See the cards</Trans>
          </BackLink>
          <Title order={1} className="breakable">
            {data ? t`Practice for a test: ${data.deck.title}` : <Trans>Practice for a test</Trans>}
          </Title>
          <Text c="dimmed">
            <Trans>
              Wrong cards come again until you have known each one once. Nothing counts: your plan stays as it
              is.
            </Trans>
          </Text>
        </div>
        {error && !data && <DeckNotHere error={error} onRetry={() => void mutate()} />}
        {!error && !data && <Skeleton height={360} radius="md" role="status" aria-label={t`Loading…`} />}
        {data?.counts.all === 0 && (
          <Empty
            text={<Trans>There are no cards to practise in this deck.</Trans>}
            action={
              <Button component={Link} to={paths.ownCards(deckId)} variant="light">
                <Trans>See the cards</Trans>
              </Button>
            }
          />
        )}
        {data && data.counts.all > 0 && (
          <CramChoiceForm
            of={data}
            onBegin={(choice) => {
              setChosen(choice);
              // The cards have gone meanwhile: how many there are is read again.
              if (choice.cards.length === 0) void mutate();
            }}
          />
        )}
      </Stack>
    </Container>
  );
}

/** Practice before a test. Nothing of it is sent: the plan of study stays as it is. */
export default function CramPage() {
  const { t } = useLingui();
  const deckId = parseRowId(useParams().deckId);
  usePageTitle(t`Practice for a test`);
  if (deckId === null) return <Empty text={<Trans>This deck does not exist.</Trans>} />;
  return <DeckCram key={deckId} deckId={deckId} />;
}
