import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Container, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconSchool, IconSeedling } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { usePageTitle } from '../../lib/pages/page-title.ts';

/** A piece of a text: a run of letters, or a line break. */
type Piece = { kind: 'text'; text: string; bold: boolean } | { kind: 'break' };

const TAG = /<(\/?)(b|strong|br)\s*\/?>/gi;

/** Splits a text at `<b>`, `<strong>` and `<br>`; every other tag is text like any other. */
export function parseSimpleMarkup(source: string): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  let from = 0;
  const addText = (to: number) => {
    if (to > from) pieces.push({ kind: 'text', text: source.slice(from, to), bold: depth > 0 });
  };
  for (const match of source.matchAll(TAG)) {
    addText(match.index);
    from = match.index + match[0].length;
    const isBreak = match[2]?.toLowerCase() === 'br';
    if (isBreak) pieces.push({ kind: 'break' });
    else depth = Math.max(0, depth + (match[1] ? -1 : 1));
  }
  addText(source.length);
  return pieces;
}

/** Paragraphs in simple markup: bold and line breaks only. */
const studentArticle = [
  msg`Learning a language is mostly a matter of <b>meeting the same words again</b>, at the right moment. Too early, and it is a waste of time. Too late, and you start from nothing. This is the moment that we look for, for every single card.`,
  msg`<b>A day with the cards</b><br>You open a deck and see the first card. You try to recall the answer, type it if you like, then turn the card over. You rate how well you knew it: Unknown, Revealed when you only knew it once you saw it, or Confident. That is all. The card's next day follows from your answer.`,
  msg`<b>How much is enough?</b><br>Twenty new cards a day is a good beginning; you can set the number for each deck. Some days bring many reviews, others few. Missing a day is fine: the cards wait, the oldest ones first.`,
  msg`<b>A word about honesty</b><br>Nobody gives marks for your ratings. When you hesitate, say so: the card then comes back sooner, and that is exactly what helps. What your teachers see of you stands on the page about privacy.`,
];

const teacherArticle = [
  msg`Your students already have more to read than they have time for. What they lack is a way to <b>keep</b> it. Ten minutes of cards a day, at home or on the bus, do more for their vocabulary than an hour before the test.`,
  msg`<b>Start small</b><br>Choose one deck and one time of day. The first five minutes of a lesson work well: everybody studies their own cards, at their own pace, and nobody waits for anybody.`,
  msg`<b>Praise the habit</b><br>The number of cards says little; coming back every day says a lot. Ask about the words that were hard this week, and use them in the lesson.`,
  msg`<b>For parents</b><br>You are welcome to a teacher's account too. A little interest in the evening, one word asked at dinner, is the best reminder there is.`,
];

interface ArticleProps {
  icon: ReactNode;
  title: ReactNode;
  paragraphs: MessageDescriptor[];
}

function Article({ icon, title, paragraphs }: ArticleProps) {
  const { i18n } = useLingui();
  const titleId = useId();
  return (
    <Paper component="article" aria-labelledby={titleId} withBorder radius="lg" p={{ base: 'lg', sm: 40 }}>
      <Stack gap="md">
        <ThemeIcon size={48} radius="md" variant="light">
          {icon}
        </ThemeIcon>
        <Title id={titleId} order={2}>
          {title}
        </Title>
        {paragraphs.map((paragraph) => (
          <FormattedText key={paragraph.id} source={i18n._(paragraph)} />
        ))}
      </Stack>
    </Paper>
  );
}

export default function AboutPage() {
  const { t } = useLingui();
  usePageTitle(t`About`);
  return (
    <Container size="md" py={{ base: 48, sm: 72 }}>
      <Stack gap="xl">
        <Stack gap="xs">
          <Title order={1}>{t`Remembering can be learnt`}</Title>
          <Text size="lg" c="dimmed">
            {t`Why the cards work, for students and teachers.`}
          </Text>
        </Stack>
        <Article
          icon={<IconSeedling size={26} aria-hidden />}
          title={t`For students`}
          paragraphs={studentArticle}
        />
        <Article
          icon={<IconSchool size={26} aria-hidden />}
          title={t`For teachers`}
          paragraphs={teacherArticle}
        />
      </Stack>
    </Container>
  );
}

function FormattedText({ source }: { source: string }) {
  return (
    <Text>
      {parseSimpleMarkup(source).map((piece, index) => {
        const key = `${index}-${piece.kind}`;
        if (piece.kind === 'break') return <br key={key} />;
        return piece.bold ? <strong key={key}>{piece.text}</strong> : <span key={key}>{piece.text}</span>;
      })}
    </Text>
  );
}
