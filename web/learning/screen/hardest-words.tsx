import { Plural, useLingui } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { CardText } from '../../marks/card-text.tsx';
import type { HardWord } from '../session/session-summary.ts';
import classes from './completion.module.css';

/** What the end of a session hands to the page of practice, by the entry of the history. */
export interface HandedWords {
  words: StudyCard[];
}

interface HardestWordsProps {
  words: HardWord[];
  /** What can be done about them. */
  action?: ReactNode;
}

/** What was missed most, at the end of a session. */
export function HardestWords({ words, action }: HardestWordsProps) {
  const { t } = useLingui();
  const titleId = useId();
  return (
    <Stack component="section" aria-labelledby={titleId} gap="xs">
      <Title id={titleId} order={3} size="h5">
        {t`Hardest words of this session`}
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
                t`not known at first`
              ) : (
                <Plural value={misses} one="missed once" other="missed # times" />
              )}
            </Text>
          </li>
        ))}
      </ul>
      {action}
    </Stack>
  );
}
