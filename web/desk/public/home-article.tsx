import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ForgettingCurve } from './forgetting-curve.tsx';
import classes from './home.module.css';

/** Marketing text; its numbers are a promise to nobody and a rule of nothing. */
export function HomeArticle() {
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
        <Trans>Thousands of words, without cramming</Trans>
      </Title>
      <div className={classes.articleBody}>
        <Stack id="article-text" gap="md">
          <Text>
            <Trans>
              Most of what we cram in one evening is gone a week later. That is no lack of talent: memory lets
              go of what it never meets again. The remedy has been known for more than a hundred years. Meet
              each word again, a little later each time, just before it slips away.
            </Trans>
          </Text>
          {expanded && (
            <>
              <Text>
                <Trans>
                  So instead of reading a long list ten times, you answer a handful of cards each day. What
                  you know well waits for weeks; what you forgot comes back tomorrow. The time you spend goes
                  where it is needed, and nowhere else.
                </Trans>
              </Text>
              <Text>
                <Trans>
                  Learners who keep at it every day can gather 4000 to 6000 words in 3 to 4 months: enough to
                  read the news, to follow a film and to hold a real conversation.
                </Trans>
              </Text>
              <Text>
                <Trans>
                  Two habits matter more than anything else. Come back every day, even for five minutes. And
                  rate yourself honestly: a card that you only half knew deserves another chance.
                </Trans>
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
          {expanded ? <Trans>Read less</Trans> : <Trans>Read more</Trans>}
        </Button>
      </div>
    </Stack>
  );
}
