import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { AnkiLeftOut, ImportReport } from '../../core/deck-import/import-report.schema.ts';
import { useLeftOutPictures } from './left-out-pictures.ts';

/** How many cards Anki has and how many come from there, and what does not come along. */
export function AnkiLeftOutText({ report, anki }: { report: ImportReport; anki: AnkiLeftOut }) {
  const { t, i18n } = useLingui();
  const leftOutPictures = useLeftOutPictures();
  const { cards, repeated = 0, videos, pictures, fields, has_tags, decks = 1 } = anki;
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' });
  const names = list.format(fields);
  const here = report.cards_new + report.cards_changed + report.cards_unchanged;
  const sounds = report.audio_unused;
  const parts = [
    repeated > 0 &&
      t`${plural(repeated, { one: '# card that repeats another of its note', other: '# cards that repeat another of their note' })}`,
    videos > 0 && t`${plural(videos, { one: '# video', other: '# videos' })}`,
    ...(report.pictures ? leftOutPictures(report.pictures) : []),
    pictures > 0 && t`${plural(pictures, { one: '# further picture', other: '# further pictures' })}`,
    sounds > 0 && t`${plural(sounds, { one: '# further sound', other: '# further sounds' })}`,
    fields.length > 0 && t`${plural(fields.length, { one: 'the field', other: 'the fields' })} ${names}`,
    has_tags === true && t`tags`,
    decks > 1 && t`the division into ${decks} decks`,
  ].filter((part) => part !== false);
  const leftOut = list.format(parts);
  return (
    <Text size="sm">
      {t`${plural(cards, { one: '# card', other: '# cards' })} in Anki, ${here} here.`}{' '}
      {parts.length > 0 && <Trans>Left out: {leftOut}.</Trans>}
    </Text>
  );
}
