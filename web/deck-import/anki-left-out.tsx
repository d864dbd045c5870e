import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { AnkiLeftOut, ImportReport } from '../../core/deck-import/deck-import.schema.ts';

/** How many cards Anki has and how many come from there, and what has no place on a card here. */
export function AnkiLeftOutText({ report, anki }: { report: ImportReport; anki: AnkiLeftOut }) {
  const { t, i18n } = useLingui();
  const { cards, videos, pictures, fields, has_tags, decks } = anki;
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' });
  const names = list.format(fields);
  const here = report.cards_new + report.cards_changed + report.cards_unchanged;
  const sounds = report.audio_unused;
  const parts = [
    videos > 0 && t`${plural(videos, { one: '# video', other: '# videos' })}`,
    pictures > 0 && t`${plural(pictures, { one: '# picture', other: '# pictures' })}`,
    sounds > 0 && t`${plural(sounds, { one: '# further sound', other: '# further sounds' })}`,
    fields.length > 0 && t`${plural(fields.length, { one: 'the field', other: 'the fields' })} ${names}`,
    has_tags && t`tags`,
    decks > 1 && t`the division into ${decks} decks`,
  ].filter((part) => part !== false);
  const leftOut = list.format(parts);
  return (
    <Text size="sm">
      <Trans>
        {cards} cards in Anki, {here} here.
      </Trans>{' '}
      {parts.length > 0 && <Trans>Left out: {leftOut}.</Trans>}
    </Text>
  );
}
