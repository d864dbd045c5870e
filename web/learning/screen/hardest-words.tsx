import { Plural, Trans } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { CardText } from '../../marks/card-text.tsx';
import type { HardWord } from '../session/session-summary.ts';
import classes from './completion.module.css';

/** What was missed most, at the end of a session. */
export function HardestWords({ words }: { words: HardWord[] }) {
  const titleId = useId();
  return (
    <Stack component="section" aria-labelledby={titleId} gap="xs">
      <Title id={titleId} order={3} size="h5">
        <Trans>Hardest words of this session</Trans>
      </Title>
      <ul className={`plain-list ${classes.words}`}>
        {words.map(({ card, misses }) => (
          <li key={card.id} className={classes.word}>
            <Text fw={600} className="breakable" lineClamp={2}>
              <CardText text={card.front} />
            </Text>
            <Text className="breakable" lineClamp={2}>
              <CardText text={card.back} />
            </Text>
            <Text size="sm" c="dimmed" className="tabular">
              {misses === 0 ? (
                <Trans>not known at first</Trans>
              ) : (
                <Plural value={misses} one="missed once" other="missed # times" />
              )}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
