import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import type { ImportedPictures, ImportReport } from '../../core/deck-import/import-report.schema.ts';
import { AnkiLeftOutText } from './anki-left-out.tsx';
import classes from './deck-import.module.css';
import { isRefused } from './import-status.ts';
import { ImportedScheduleText } from './imported-schedule.tsx';
import { useLeftOutPictures } from './left-out-pictures.ts';

interface ImportFiguresProps {
  current: DeckImport;
  report: ImportReport;
}

/** Of reports of earlier versions. */
const NO_PICTURES: ImportedPictures = { matched: 0, left_out: [] };

/** What an import has done, or would do. */
export function ImportFigures({ current, report }: ImportFiguresProps) {
  const { t, i18n } = useLingui();
  const { updates_deck, pictures = NO_PICTURES } = report;
  const leftOut = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(
    useLeftOutPictures()(pictures),
  );
  const isDone = current.status === 'completed';
  const removesMissing = current.remove_missing && current.error_count === 0;
  const missing = removesMissing ? t`No longer in the file, removed` : t`Not in the file, kept`;
  const figures: [label: string, value: number][] = [
    [t`New cards`, report.cards_new],
    [t`Changed cards`, report.cards_changed],
    [t`Unchanged cards`, report.cards_unchanged],
    ...(updates_deck ? [[missing, report.cards_missing] as [string, number]] : []),
    ...(report.left_out ? [[t`Left out for errors`, report.left_out] as [string, number]] : []),
    [t`Duplicates left out`, report.duplicates],
    [t`Audio found`, report.audio_matched],
    [t`Audio missing`, report.audio_missing],
    ...(pictures.matched > 0 ? [[t`Pictures found`, pictures.matched] as [string, number]] : []),
    ...(report.anki ? [] : [[t`Audio that no card uses`, report.audio_unused] as [string, number]]),
  ];
  const title = updates_deck?.title;
  return (
    <Stack gap="xs">
      {!isRefused(current) && (
        <Text fw={500} className={classes.name}>
          {updates_deck ? (
            isDone ? (
              <Trans>The deck “{title}” was updated.</Trans>
            ) : (
              <Trans>The deck “{title}” would be updated.</Trans>
            )
          ) : isDone ? (
            <Trans>A new deck was made.</Trans>
          ) : (
            <Trans>A new deck would be made.</Trans>
          )}
        </Text>
      )}
      {report.anki && <AnkiLeftOutText report={report} anki={report.anki} />}
      {!report.anki && leftOut && (
        <Text size="sm">
          <Trans>Left out: {leftOut}.</Trans>
        </Text>
      )}
      {report.schedule && <ImportedScheduleText current={current} schedule={report.schedule} />}
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <dd className="tabular">{value.toLocaleString(i18n.locale)}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}
