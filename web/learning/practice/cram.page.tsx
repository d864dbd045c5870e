import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  Button,
  Container,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { Deck, Way } from '../../../core/deck/deck.schema.ts';
import { WAYS } from '../../../core/deck/deck-limits.ts';
import type { CramKind, CramTag } from '../../../core/learning/choosing/cram.schema.ts';
import { CRAM_CARDS_MAX } from '../../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { wayTexts } from '../../deck/way-texts.ts';
import { QuietText } from '../../flashcard/light-parts.tsx';
import { errorText } from '../../lib/call/error-text.ts';
import { makeUuid } from '../../lib/call/uuid.ts';
import { useAtWork } from '../../lib/kept/at-work.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { BackLink } from '../../ui/control/back-link.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { StudyCardView } from '../card/study-card-view.tsx';
import { SummaryGrapes } from '../deck-grapes.tsx';
import { DeckNotHere } from '../screen/deck-not-here.tsx';
import { type HandedWords, HardestWords } from '../screen/hardest-words.tsx';
import classes from '../screen/learning-session.module.css';
import { progressOf, SessionBar, SessionFrame } from '../screen/session-bar.tsx';
import { UndoButton } from '../screen/undo-button.tsx';
import { canUndo, sessionReducer } from '../session/session.reducer.ts';
import type { SessionEvent, SessionState } from '../session/session.state.ts';
import { hardestWords, NO_SUMMARY } from '../session/session-summary.ts';
import {
  type CramDeck,
  type CramTagCounts,
  missedCards,
  readCramCards,
  startCram,
  useCramDeck,
  useCramTagCounts,
} from './cram.queries.ts';

interface CramTagFieldsProps {
  tags: readonly CramTag[];
  tag: string | null;
  onTag: (tag: string | null) => void;
  /** Of the tag, once they are there. */
  counts: CramTagCounts | undefined;
  overDecks: boolean;
  onOverDecks: (overDecks: boolean) => void;
}

/** Narrows the choice to the cards with a tag, of the deck or of all decks that have such cards. */
function CramTagFields({ tags, tag, onTag, counts, overDecks, onOverDecks }: CramTagFieldsProps) {
  const { i18n, t } = useLingui();
  const { compare } = new Intl.Collator(i18n.locale, { numeric: true });
  const option = ({ tag: name, cards }: CramTag) => {
    const count = i18n.number(cards);
    return { value: name, label: t`${name}: ${count}` };
  };
  const isElsewhere = counts !== undefined && counts.ofAll.all > counts.ofDeck.all;
  const { all = 0, decks = 0 } = counts?.ofAll ?? {};
  return (
    <>
      <NativeSelect
        size="md"
        label={t`Tag`}
        value={tag ?? ''}
        onChange={(event) => onTag(event.currentTarget.value || null)}
        data={[
          { value: '', label: t`With or without a tag` },
          ...tags.toSorted((one, other) => compare(one.tag, other.tag)).map(option),
        ]}
      />
      {isElsewhere && (
        <Switch
          size="md"
          checked={overDecks}
          onChange={(event) => onOverDecks(event.currentTarget.checked)}
          label={t`From all my decks with this tag`}
          description={t`${plural(all, { one: '# card', other: '# cards' })} in ${plural(decks, { one: '# deck', other: '# decks' })}`}
        />
      )}
    </>
  );
}

const KINDS: CramKind[] = ['all', 'flagged', 'hard', 'due'];
const SIZES = [10, 20, 50, 100];
const SIZE = 20;

interface CramChoice {
  cards: StudyCard[];
  way: Way;
  /** What is practised, where it is not the deck: the tag of cards over several, the hardest words of a session. */
  name: string | null;
}

function CramChoiceForm({ of, onBegin }: { of: CramDeck; onBegin: (chosen: CramChoice) => void }) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { kept, tags } = of;
  const [tag, setTag] = useState<string | null>(null);
  const [isWide, setWide] = useState(false);
  const tagged = useCramTagCounts(of.deck.id, tag);
  const overDecks = isWide && tag !== null;
  // Until those of the tag are there, those of the deck stand; then nothing can be begun.
  const counts = (overDecks ? tagged.data?.ofAll : tagged.data?.ofDeck) ?? of.counts;
  const isCounted = tag === null || tagged.data !== undefined;
  const [wantedKind, setKind] = useState<CramKind>('all');
  const kind = counts[wantedKind] > 0 ? wantedKind : 'all';
  const [wanted, setWanted] = useState(SIZE);
  const [way, setWay] = useState(of.way);
  const most = Math.min(CRAM_CARDS_MAX, counts[kind]);
  const sizes = [...SIZES.filter((size) => size < most), most];
  const limit = Math.min(wanted, most);
  const kindText = (one: CramKind) => {
    const count = i18n.number(counts[one]);
    return {
      all: t`All cards: ${count}`,
      flagged: t`Flagged: ${count}`,
      hard: t`Forgotten before, the hardest first: ${count}`,
      due: t`Due for review: ${count}`,
    }[one];
  };
  const { submit, sending } = useSubmit({
    run: async () => {
      const cards = await readCramCards(of, { kind, limit, tag, overDecks });
      onBegin({ cards, way, name: overDecks ? tag : null });
    },
    failed: (error) => notices.error(errorText(i18n, error)),
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        {kept && (
          <Text role="status">
            {t`Without a network you practise the cards of this deck that this device keeps.`}
          </Text>
        )}
        {tags.length > 0 && (
          <CramTagFields
            tags={tags}
            tag={tag}
            onTag={setTag}
            counts={tagged.data}
            overDecks={overDecks}
            onOverDecks={setWide}
          />
        )}
        {!isCounted && tagged.error && (
          <LoadError error={tagged.error} onRetry={() => void tagged.mutate()} />
        )}
        <Radio.Group label={t`Which cards`} value={kind} onChange={(value) => setKind(value as CramKind)}>
          {KINDS.map((one) => (
            <Radio
              key={one}
              value={one}
              label={kindText(one)}
              disabled={counts[one] === 0}
              classNames={{ body: classes.way, label: classes.wayLabel }}
            />
          ))}
        </Radio.Group>
        <NativeSelect
          size="md"
          label={t`How many`}
          value={`${sizes.includes(limit) ? limit : most}`}
          onChange={(event) => setWanted(Number(event.currentTarget.value))}
          data={sizes.map((size) => ({ value: `${size}`, label: i18n.number(size) }))}
        />
        <NativeSelect
          size="md"
          label={t`How to practise`}
          value={way}
          onChange={(event) => setWay(event.currentTarget.value as Way)}
          data={(Object.keys(wayTexts) as Way[]).map((one) => ({ value: one, label: i18n._(wayTexts[one]) }))}
        />
        <Button
          type="submit"
          size="md"
          loading={sending || !(isCounted || tagged.error)}
          disabled={!isCounted}
        >
          {t`Begin`}
        </Button>
      </Stack>
    </form>
  );
}

interface CramEndProps {
  session: SessionState;
  onMissed: () => void;
  onAll: () => void;
  onOthers: () => void;
}

function CramEnd({ session, onMissed, onAll, onOthers }: CramEndProps) {
  const { t } = useLingui();
  const { cards, right } = session.summary ?? NO_SUMMARY;
  const words = hardestWords(session);
  const missed = missedCards(session).length;
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed last has gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Stack gap="lg" py="md" className={classes.middle}>
        <Stack align="center" gap="xs">
          <SummaryGrapes summary={session.summary} />
          <Title ref={heading} order={2} size="h3" ta="center" tabIndex={-1}>
            {t`You have known every card once`}
          </Title>
          <Text ta="center" className="tabular">
            {t`${right} of ${cards} right at the first try`}
          </Text>
        </Stack>
        {words.length > 0 && <HardestWords words={words} />}
      </Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" w="100%">
        {missed > 0 && (
          <Button size="md" variant="light" onClick={onAll}>
            {t`All of these again`}
          </Button>
        )}
        <Button size="md" variant="default" onClick={onOthers}>
          {t`Choose other cards`}
        </Button>
      </SimpleGrid>
      <div className={classes.actions} data-kept-clear>
        <Button
          size="md"
          fullWidth
          leftSection={<IconRefresh size={20} aria-hidden />}
          onClick={missed > 0 ? onMissed : onAll}
        >
          {missed > 0
            ? t`${plural(missed, { one: 'Again # wrong card', other: 'Again # wrong cards' })}`
            : t`All of these again`}
        </Button>
      </div>
    </>
  );
}

/** A session as any other, of which nothing is sent or kept. */
function CramRound({ deck, chosen, onOthers }: { deck: Deck; chosen: CramChoice; onOthers: () => void }) {
  const { t } = useLingui();
  useAtWork();
  const [session, setSession] = useState(() => startCram(deck.id, chosen.cards));
  const begin = (cards: readonly StudyCard[]) => setSession(startCram(deck.id, cards));
  const apply = (event: SessionEvent) => setSession((state) => sessionReducer(state, event).state);
  const { now } = browserClock;
  return (
    <SessionFrame>
      <SessionBar title={chosen.name ?? deck.title} {...progressOf(session)} exit={paths.ownCards(deck.id)}>
        <UndoButton available={canUndo(session)} onUndo={() => apply({ type: 'undo' })} />
      </SessionBar>
      <div className={classes.facts}>
        <QuietText size="sm">{t`Practice for a test: your plan stays as it is.`}</QuietText>
      </div>
      {session.phase === 'completed' ? (
        <CramEnd
          session={session}
          onMissed={() => begin(missedCards(session))}
          onAll={() => begin(session.learned)}
          onOthers={onOthers}
        />
      ) : (
        <StudyCardView
          deck={deck}
          way={chosen.way}
          session={session}
          controller={{
            reveal: (turned) => apply({ type: 'revealed', now: now(), ...(turned && { turned }) }),
            rate: (rating) => apply({ type: 'rated', rating, now: now(), answerId: makeUuid() }),
          }}
        />
      )}
    </SessionFrame>
  );
}

interface DeckCramProps {
  deckId: number;
  way: Way | undefined;
  /** What is practised at once, with nothing to choose. */
  words: StudyCard[];
}

function DeckCram({ deckId, way, words }: DeckCramProps) {
  const { t } = useLingui();
  const { data, error, mutate } = useCramDeck(deckId);
  const [picked, setChosen] = useState<CramChoice | null>(null);
  const [handed, setHanded] = useState(words);
  const chosen =
    data && handed.length > 0
      ? { cards: handed, way: way ?? data.way, name: t`Hardest words of this session` }
      : picked;
  const others = () => {
    setHanded([]);
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
          <BackLink to={paths.ownCards(deckId)}>{t`See the cards`}</BackLink>
          <Title order={1} className="breakable">
            {data ? t`Practice for a test: ${data.deck.title}` : t`Practice for a test`}
          </Title>
          <Text c="dimmed">
            {t`Wrong cards come again until you have known each one once. Nothing here counts: your plan stays as it is.`}
          </Text>
        </div>
        {error && !data && <DeckNotHere error={error} onRetry={() => void mutate()} />}
        {!error && !data && <LoadingBlock height={360} radius="md" />}
        {data?.counts.all === 0 && (
          <Empty
            text={t`There are no cards to practise in this deck.`}
            action={
              <ButtonLink to={paths.ownCards(deckId)} variant="light">
                {t`See the cards`}
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
  const { search, state } = useLocation();
  usePageTitle(t`Practice for a test`);
  if (deckId === null) return <Empty mood="lost" text={t`This deck does not exist.`} />;
  const asked = new URLSearchParams(search).get('way');
  const { words = [] } = (state ?? {}) as Partial<HandedWords>;
  return <DeckCram key={deckId} deckId={deckId} way={WAYS.find((way) => way === asked)} words={words} />;
}
