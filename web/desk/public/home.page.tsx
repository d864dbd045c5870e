import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Group, Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconArrowRight, IconChartBar, IconClockCheck, IconKeyboard } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { learns } from '../../../core/contract/roles.ts';
import { useOfficialDecks } from '../../deck/official-deck.queries.ts';
import { Flashcard } from '../../flashcard/flashcard.tsx';
import { isLoggedIn, useSession } from '../../lib/kept/stored-session.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { homeOf, homeText } from '../../lib/pages/role-pages.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { OfficialDeckList } from '../decks/official-deck-list.tsx';
import classes from './home.module.css';

/** How well the word was known: not, only once it was shown, or at once. */
export const ANSWERS = ['forgot', 'looked', 'knew'] as const;
type HeroAnswer = (typeof ANSWERS)[number];

/**
 * Days until the next meeting, for each meeting of somebody who knew the word each time before. They are what the
 * scheduler computes, of which a test makes sure; the home page does not load it.
 */
export const MEETINGS: readonly Record<HeroAnswer, number>[] = [
  { forgot: 1, looked: 1, knew: 2 },
  { forgot: 1, looked: 1, knew: 11 },
  { forgot: 2, looked: 2, knew: 46 },
  { forgot: 3, looked: 3, knew: 163 },
];

/** Stability, in days, after the first answer: then the chance of recall has fallen to 90 %. */
export const FIRST_STABILITY = 2.3065;

/** The decay of FSRS-6, and the factor by which the chance is 90 % after one stability. */
const DECAY = -0.1542;
const FACTOR = 0.9 ** (1 / DECAY) - 1;

/** The chance, 0 to 1, that a word is recalled so many days after it was met. */
export const chanceOfRecall = (days: number, stability: number): number =>
  (1 + (FACTOR * days) / stability) ** DECAY;

const FACES = { question: 'remember', answer: 'nhớ', frontShown: true };
const EXAMPLE = 'I remember every word.';

const COLOR = { forgot: 'rose', looked: 'honey', knew: 'leaf' } as const;

interface RatingsProps {
  gaps: Record<HeroAnswer, number>;
  onRate: (answer: HeroAnswer) => void;
}

function Ratings({ gaps, onRate }: RatingsProps) {
  const { t } = useLingui();
  const words = { forgot: t`Unknown`, looked: t`Revealed`, knew: t`Confident` };
  return (
    <Group gap="xs" grow wrap="nowrap" preventGrowOverflow={false}>
      {ANSWERS.map((answer) => {
        const days = gaps[answer];
        return (
          <Button
            key={answer}
            variant="light"
            color={COLOR[answer]}
            h={56}
            px={4}
            onClick={() => onRate(answer)}
          >
            <Stack gap={0} align="center">
              <span>{words[answer]}</span>
              <Text component="span" size="xs" className="tabular">
                {days === 1 ? t`tomorrow` : t`${plural(days, { one: '# day', other: '# days' })}`}
              </Text>
            </Stack>
          </Button>
        );
      })}
    </Group>
  );
}

function HeroCard() {
  const { t } = useLingui();
  const region = useRef<HTMLElement>(null);
  const [meeting, setMeeting] = useState(0);
  const [revealed, setRevealed] = useState(false);
  const [answer, setAnswer] = useState<HeroAnswer | null>(null);
  const gaps = MEETINGS[meeting] ?? { forgot: 1, looked: 1, knew: 1 };
  const days = answer && gaps[answer];
  const goesOn = answer === 'knew' && meeting + 1 < MEETINGS.length;
  const turn = () => setRevealed(true);
  const meetAgain = () => {
    setMeeting(goesOn ? meeting + 1 : 0);
    setRevealed(false);
    setAnswer(null);
  };

  // The button that was pressed is gone: the keyboard would otherwise start again at the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what takes the button away
  useEffect(() => {
    if (document.activeElement === document.body && meeting + Number(revealed) > 0)
      region.current?.focus({ preventScroll: true });
  }, [meeting, revealed, answer]);

  return (
    <section ref={region} tabIndex={-1} aria-label={t`A card to try`} className={classes.trial}>
      <div className={classes.cards}>
        <Paper withBorder radius="lg" className={`${classes.behind} ${classes.last}`} aria-hidden />
        <Paper withBorder radius="lg" className={`${classes.behind} ${classes.next}`} aria-hidden />
        <Flashcard
          key={meeting}
          card={{ part_of_speech: t`verb`, example_sentence: EXAMPLE }}
          faces={FACES}
          revealed={revealed}
          position={meeting + 1}
          total={MEETINGS.length}
          audio={null}
        />
      </div>
      <div className={classes.trialActions}>
        <Text role="status" ta="center" fw={600} hidden={days === null}>
          {days === 1 && t`You meet it again tomorrow.`}
          {days !== null &&
            days > 1 &&
            t`You meet it again in ${plural(days, { one: '# day', other: '# days' })}.`}
        </Text>
        {!revealed && (
          <Button size="lg" variant="light" fullWidth onClick={turn}>
            {t`Turn the card`}
          </Button>
        )}
        {revealed && answer === null && <Ratings gaps={gaps} onRate={setAnswer} />}
        {answer !== null && (
          <Button variant="subtle" onClick={meetAgain}>
            {goesOn ? t`Go to that day` : t`Start again`}
          </Button>
        )}
      </div>
    </section>
  );
}

const WIDTH = 320;
const HEIGHT = 200;
/** Below this chance nothing is drawn: a word never sinks so low in these days. */
const LOWEST = 0.5;
const DAYS = 80;

const x = (day: number) => (WIDTH * day) / DAYS;
const y = (chance: number) => (HEIGHT * (1 - chance)) / (1 - LOWEST);
const point = (day: number, chance: number) => `${x(day).toFixed(1)} ${y(chance).toFixed(1)}`;

/** Of a word met at `from`, until `until`: points close enough to look like a curve. */
function falling(from: number, until: number, stability: number): string[] {
  const step = Math.max(0.25, (until - from) / 40);
  const points: string[] = [];
  for (let day = from; day < until; day += step)
    points.push(point(day, chanceOfRecall(day - from, stability)));
  return [...points, point(until, chanceOfRecall(until - from, stability))];
}

/** The days of a word that is met again whenever its card comes. */
const meetingDays = [0];
for (const { knew } of MEETINGS) meetingDays.push((meetingDays.at(-1) ?? 0) + knew);

const withoutCards = `M${falling(0, DAYS, FIRST_STABILITY).join('L')}`;

/** A gap is what a memory of this strength lasts, until the chance is 90 %. */
const withCards = `M${meetingDays
  .slice(0, -1)
  .filter((day) => day < DAYS)
  .flatMap((day, at) => {
    const gap = MEETINGS[at]?.knew ?? 1;
    return falling(day, Math.min(DAYS, day + gap), at === 0 ? FIRST_STABILITY : gap);
  })
  .join('L')}`;

function ForgettingCurve() {
  const { t } = useLingui();
  return (
    <figure className={classes.curve}>
      <svg
        viewBox={`-4 -8 ${WIDTH + 8} ${HEIGHT + 16}`}
        role="img"
        aria-label={t`How likely a word is remembered in the days after it was met: it fades by itself, and stays with cards that come just in time.`}
      >
        <line className={classes.axis} x1={0} y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
        <path className={classes.fading} d={withoutCards} />
        <path className={classes.holding} d={withCards} />
        {meetingDays
          .filter((day) => day < DAYS)
          .map((day) => (
            <circle key={day} className={classes.meeting} cx={x(day)} cy={0} r={4} />
          ))}
      </svg>
      <figcaption>
        <Text component="span" display="block" size="xs" c="dimmed" ta="end">
          {t`The first ${DAYS} days`}
        </Text>
        <Text component="span" display="block" size="sm" className={classes.holdingText}>
          {t`With cards: every dot is a meeting`}
        </Text>
        <Text component="span" display="block" size="sm" className={classes.fadingText}>
          {t`Without: it fades by itself`}
        </Text>
      </figcaption>
    </figure>
  );
}

/** Marketing text; its numbers are a promise to nobody and a rule of nothing. */
function HomeArticle() {
  const { t } = useLingui();
  const [expanded, setExpanded] = useState(false);
  return (
    <Stack
      component="article"
      aria-labelledby="article-title"
      gap="md"
      p={{ base: 'lg', sm: 48 }}
      className={classes.article}
    >
      <Title id="article-title" order={2} size="h1">
        {t`Thousands of words, without cramming`}
      </Title>
      <div className={classes.articleBody}>
        <Stack id="article-text" gap="md">
          <Text>
            {t`Most of what we cram in one evening is gone a week later. That is no lack of talent: memory lets go of what it never meets again. The remedy has been known for more than a hundred years. Meet each word again, a little later each time, just before it slips away.`}
          </Text>
          {expanded && (
            <>
              <Text>
                {t`So instead of reading a long list ten times, you answer a handful of cards each day. What you know well waits for weeks; what you forgot comes back tomorrow. The time you spend goes where it is needed, and nowhere else.`}
              </Text>
              <Text>
                {t`Learners who keep at it every day can gather 4000 to 6000 words in 3 to 4 months: enough to read the news, to follow a film and to hold a real conversation.`}
              </Text>
              <Text>
                {t`Two habits matter more than anything else. Come back every day, even for five minutes. And rate yourself honestly: a card that you only half knew deserves another chance.`}
              </Text>
            </>
          )}
        </Stack>
        <ForgettingCurve />
      </div>
      <div>
        <Button
          variant="light"
          aria-expanded={expanded}
          aria-controls="article-text"
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? t`Read less` : t`Read more`}
        </Button>
      </div>
    </Stack>
  );
}

const DECKS_ID = 'decks';

function HeroButtons() {
  const { t, i18n } = useLingui();
  const session = useSession();
  const isClosed = useSiteSettings().entry === 'closed';
  const { data: decks } = useOfficialDecks();
  if (isLoggedIn(session))
    return (
      <ButtonLink to={homeOf(session.role)} size="lg" w={{ base: '100%', xs: 'auto' }}>
        {session.role === null || learns(session.role) ? t`To my learning` : i18n._(homeText[session.role])}
      </ButtonLink>
    );
  const first = decks?.find(({ card_count }) => card_count > 0);
  // Until the decks are known there may be one.
  const canTry = !decks || first !== undefined;
  return (
    <>
      {canTry && (
        <ButtonLink
          to={first ? paths.trial(first.id) : { hash: DECKS_ID }}
          size="lg"
          px="lg"
          w={{ base: '100%', xs: 'auto' }}
        >
          {t`Try five cards now`}
        </ButtonLink>
      )}
      {!isClosed && (
        <ButtonLink
          to={paths.register()}
          size="lg"
          px="lg"
          variant={canTry ? 'light' : 'filled'}
          w={{ base: '100%', xs: 'auto' }}
        >
          {t`Get Started`}
        </ButtonLink>
      )}
      <ButtonLink
        to={paths.login()}
        size="lg"
        px="lg"
        variant={isClosed && !canTry ? 'filled' : 'default'}
        w={{ base: '100%', xs: 'auto' }}
      >
        {t`Log In`}
      </ButtonLink>
    </>
  );
}

function Hero() {
  const { t } = useLingui();
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <Container size="lg" py={{ base: 40, sm: 64 }}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: 48, md: 64 }} className={classes.heroGrid}>
          <Stack gap="lg">
            <Title id="hero-title" order={1} className={classes.heroTitle}>
              {t`Learn a little each day. Remember it for good.`}
            </Title>
            <Text size="lg" c="dimmed" maw={520}>
              {t`Every card comes back to you just before you would forget it. A few quiet minutes a day are enough.`}
            </Text>
            <Group gap="sm">
              <HeroButtons />
            </Group>
          </Stack>
          <HeroCard />
        </SimpleGrid>
      </Container>
    </section>
  );
}

function Feature({ icon, title, text }: { icon: ReactNode; title: ReactNode; text: ReactNode }) {
  return (
    <Stack gap="xs">
      <ThemeIcon size={48} radius="md" variant="light">
        {icon}
      </ThemeIcon>
      <Title order={3} size="h4">
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
    </Stack>
  );
}

function Features() {
  const { t } = useLingui();
  return (
    <Stack component="section" aria-labelledby="features-title" gap="xl">
      <Title id="features-title" order={2} size="h1">
        {t`Made for memory`}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xl">
        <Feature
          icon={<IconClockCheck size={26} aria-hidden />}
          title={t`Right on time`}
          text={t`Seldom what you know, often what you don't: each card finds its own rhythm.`}
        />
        <Feature
          icon={<IconKeyboard size={26} aria-hidden />}
          title={t`Type it, hear it, know it`}
          text={t`Type the answer letter by letter, listen to the word, then say how sure you were.`}
        />
        <Feature
          icon={<IconChartBar size={26} aria-hidden />}
          title={t`Watch it grow`}
          text={t`See how far you are in every deck, and what is waiting for you in the days ahead.`}
        />
      </SimpleGrid>
      <div>
        <ButtonLink
          to={paths.about()}
          variant="subtle"
          px={0}
          rightSection={<IconArrowRight size={18} aria-hidden />}
        >
          {t`More about how it works`}
        </ButtonLink>
      </div>
    </Stack>
  );
}

function SignUpCall() {
  const { t } = useLingui();
  const isClosed = useSiteSettings().entry === 'closed';
  if (isLoggedIn(useSession())) return null;
  return (
    <Stack
      component="section"
      aria-labelledby="call-title"
      align="center"
      gap="md"
      p={{ base: 'xl', sm: 56 }}
      className={classes.call}
    >
      <Title id="call-title" order={2} size="h1" ta="center">
        {t`Your first card is one minute away`}
      </Title>
      <Text ta="center" maw={520} className={classes.balanced}>
        {isClosed
          ? t`Your school makes the accounts: ask your teacher, or the administrator of your school.`
          : t`Create an account, choose a deck, and begin. Tomorrow you will still know it.`}
      </Text>
      <ButtonLink to={isClosed ? paths.login() : paths.register()} size="lg" variant="white">
        {isClosed ? t`Log In` : t`Sign up now`}
      </ButtonLink>
    </Stack>
  );
}

function Decks() {
  const { t } = useLingui();
  const session = useSession();
  const { token } = session;
  const isGuest = !isLoggedIn(session);
  return (
    <Stack component="section" id={DECKS_ID} aria-labelledby="decks-title" gap="lg">
      <Stack gap={6}>
        <Title id="decks-title" order={2} size="h1">
          {t`Start with a ready-made deck`}
        </Title>
        <Text c="dimmed">{t`Chosen with care, with examples and sound. Pick one and begin today.`}</Text>
      </Stack>
      <ErrorBoundary>
        <OfficialDeckList
          action={(deck) => (
            <Stack gap={6}>
              {isGuest && deck.card_count > 0 && (
                <ButtonLink
                  to={paths.trial(deck.id)}
                  variant="light"
                  fullWidth
                  aria-label={t`Try five cards: ${deck.title}`}
                >
                  <Trans>Try five cards</Trans>
                </ButtonLink>
              )}
              <ButtonLink
                to={token === null ? paths.login(paths.learn(deck.id)) : paths.learn(deck.id)}
                variant={isGuest ? 'subtle' : 'light'}
                fullWidth
                aria-label={t`Start Learning: ${deck.title}`}
              >
                <Trans>Start Learning</Trans>
              </ButtonLink>
            </Stack>
          )}
        />
      </ErrorBoundary>
    </Stack>
  );
}

export default function HomePage() {
  const { t } = useLingui();
  usePageTitle(t`Home`);
  return (
    <>
      <Hero />
      <Container size="lg" py={{ base: 40, sm: 48 }}>
        <Stack gap={72}>
          <Decks />
          <Features />
          <HomeArticle />
          <SignUpCall />
        </Stack>
      </Container>
    </>
  );
}
