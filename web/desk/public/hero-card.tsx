import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Flashcard } from '../../flashcard/flashcard.tsx';
import { ANSWERS, type HeroAnswer, MEETINGS } from './hero-gaps.ts';
import classes from './home.module.css';

const FACES = { question: 'remember', answer: 'nhớ', frontShown: true };
const EXAMPLE = 'I remember every word.';

const COLOR = { forgot: 'rose', looked: 'honey', knew: 'leaf' } as const;

interface RatingsProps {
  gaps: Record<HeroAnswer, number>;
  onRate: (answer: HeroAnswer) => void;
}

function Ratings({ gaps, onRate }: RatingsProps) {
  const { t } = useLingui();
  const words = { forgot: t`Forgot`, looked: t`Almost`, knew: t`Knew it` };
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

/** What the product does, to be tried: a card to turn and rate, and when it comes again. */
export function HeroCard() {
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
          {days === 1 && <Trans>You meet it again tomorrow.</Trans>}
          {days !== null &&
            days > 1 &&
            t`You meet it again in ${plural(days, { one: '# day', other: '# days' })}.`}
        </Text>
        {!revealed && (
          <Button size="lg" variant="light" fullWidth onClick={turn}>
            <Trans>Turn the card</Trans>
          </Button>
        )}
        {revealed && answer === null && <Ratings gaps={gaps} onRate={setAnswer} />}
        {answer !== null && (
          <Button variant="subtle" onClick={meetAgain}>
            {goesOn ? <Trans>Go to that day</Trans> : <Trans>Start again</Trans>}
          </Button>
        )}
      </div>
    </section>
  );
}
