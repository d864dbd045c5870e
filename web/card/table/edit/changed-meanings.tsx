import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { plainText } from '../../../../core/text/marked-text.ts';
import classes from '../card-grid.module.css';
import type { ChangedMeanings as Meanings } from './use-changed-meanings.ts';

/** Cards that are named; further ones come when these are answered. */
const SHOWN = 3;

/** Asks of cards that students know whether their new text means something else. Nobody has to answer. */
export function ChangedMeanings({ meanings }: { meanings: Meanings }) {
  const { t } = useLingui();
  const { changed, isSending } = meanings;
  const shown = changed.slice(0, SHOWN);
  const more = changed.length - shown.length;
  return (
    <div role="status" className={classes.meanings}>
      {changed.length > 0 && (
        <Paper withBorder radius="md" p="sm" component="section" aria-label={t`Saved as another wording`}>
          <Stack gap="xs">
            <Text size="sm">
              <Trans>
                Saved as another wording. If a card means something else now, say so: its students meet it as
                a new one.
              </Trans>
            </Text>
            {shown.map(({ card, learners }) => {
              const front = plainText(card.front);
              return (
                <Group key={card.id} justify="space-between" gap="xs">
                  <Text size="sm" className="breakable">
                    <b>{front}</b>
                    {learners !== null &&
                      ` · ${t`${plural(learners, { one: '# student has learnt this card.', other: '# students have learnt this card.' })}`}`}
                  </Text>
                  <Button
                    variant="light"
                    mih={44}
                    h="auto"
                    py="xs"
                    disabled={isSending}
                    aria-label={t`It means something else now: ${front}`}
                    onClick={() => void meanings.meansOther(card)}
                  >
                    <Trans>It means something else now</Trans>
                  </Button>
                </Group>
              );
            })}
            {more > 0 && (
              <Text
                size="sm"
                c="dimmed"
              >{t`${plural(more, { one: 'and # more card', other: 'and # more cards' })}`}</Text>
            )}
            <Group justify="flex-end">
              <Button variant="subtle" mih={44} onClick={meanings.dismiss}>
                <Trans>They mean the same</Trans>
              </Button>
            </Group>
          </Stack>
        </Paper>
      )}
    </div>
  );
}
