import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { Way } from '../../../core/deck/deck.schema.ts';
import { wayTexts } from '../../deck/way-texts.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { BackLink } from '../../ui/control/back-link.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { DeckNotHere } from '../screen/deck-not-here.tsx';
import { useCramDeck } from './cram.queries.ts';
import { type CramChoice, CramChoiceForm } from './cram-choice.form.tsx';
import { CramRound } from './cram-round.tsx';

const WAYS = Object.keys(wayTexts) as Way[];

function DeckCram({ deckId, way }: { deckId: number; way: Way | undefined }) {
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
        {!error && !data && <LoadingBlock height={360} radius="md" />}
        {data?.counts.all === 0 && (
          <Empty
            text={<Trans>There are no cards to practise in this deck.</Trans>}
            action={
              <ButtonLink to={paths.ownCards(deckId)} variant="light">
                <Trans>See the cards</Trans>
              </ButtonLink>
            }
          />
        )}
        {data && data.counts.all > 0 && (
          <CramChoiceForm
            of={way ? { ...data, way } : data}
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
  const { search } = useLocation();
  usePageTitle(t`Practice for a test`);
  if (deckId === null) return <Empty text={<Trans>This deck does not exist.</Trans>} />;
  const asked = new URLSearchParams(search).get('way');
  return <DeckCram key={deckId} deckId={deckId} way={WAYS.find((way) => way === asked)} />;
}
