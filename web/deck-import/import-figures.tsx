import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import type {
  AnkiLeftOut,
  ImportedPictures,
  ImportedSchedule,
  ImportReport,
} from '../../core/deck-import/import-report.schema.ts';
import { dateOnly } from '../lib/text/date-text.ts';
import { PercentBar } from '../ui/figure/percent-bar.tsx';
import classes from './deck-import.module.css';
import { bringsSchedule, isRefused } from './import-status.ts';

function ImportedScheduleText({ current, schedule }: { current: DeckImport; schedule: ImportedSchedule }) {
  const { t, i18n } = useLingui();
  const { schedule: run, status } = current;
  const { studied, since } = schedule;
  const asked = run && run.status !== 'queued' && run.status !== 'running' ? run : null;
  const answerCount = asked?.answers_done ?? schedule.answers;
  const cardCount = asked?.cards_done ?? schedule.cards;
  const answers = t`${plural(answerCount, { one: '# answer', other: '# answers' })}`;
  const cards = t`${plural(cardCount, { one: '# card', other: '# cards' })}`;
  const day = since && dateOnly(i18n.locale, new Date(since));
  const text = (): string => {
    if (!day) return t`Nothing of a schedule comes along.`;
    if (status === 'checked') return t`${answers} of ${cards} since ${day} would be brought along.`;
    switch (run?.status) {
      case 'queued':
      case 'running':
        return t`${answers} of ${cards} since ${day} are being brought along.`;
      case 'failed':
        return t`The schedule could not be brought along as a whole; import the file again.`;
      case 'cancelled':
        return t`Bringing the schedule along was stopped after ${answers} of ${cards}.`;
      default:
        return t`${answers} of ${cards} since ${day} were brought along.`;
    }
  };
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {text()}
        {studied > 0 &&
          ` ${t`${plural(studied, { one: '# card is left out, since you have answered it here already.', other: '# cards are left out, since you have answered them here already.' })}`}`}
      </Text>
      {bringsSchedule(current) && run && <PercentBar value={run.percent} label={t`Schedule brought along`} />}
    </Stack>
  );
}

/** Returns a function that says which pictures an import leaves out, a part for each reason. */
function useLeftOutPictures(): (pictures: ImportedPictures) => string[] {
  const { t } = useLingui();
  return ({ left_out }) =>
    left_out.map(({ reason, count }) => {
      switch (reason) {
        case 'missing':
          return t`${plural(count, { one: '# picture that was not sent', other: '# pictures that were not sent' })}`;
        case 'elsewhere':
          return t`${plural(count, { one: '# picture that lies elsewhere', other: '# pictures that lie elsewhere' })}`;
        case 'unknown':
          return t`${plural(count, { one: '# file that is no picture', other: '# files that are no pictures' })}`;
        case 'broken':
          return t`${plural(count, { one: '# damaged picture', other: '# damaged pictures' })}`;
        case 'large':
          return t`${plural(count, { one: '# picture that is too large', other: '# pictures that are too large' })}`;
        default: {
          const kind = reason.toUpperCase();
          return t`${plural(count, { one: `# picture that is ${kind}`, other: `# pictures that are ${kind}` })}`;
        }
      }
    });
}

function AnkiLeftOutText({ report, anki }: { report: ImportReport; anki: AnkiLeftOut }) {
  const { t, i18n } = useLingui();
  const leftOutPictures = useLeftOutPictures();
  const { cards, typed = 0, sets_way, repeated = 0, videos, pictures, fields, has_tags, decks = 1 } = anki;
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
      {parts.length > 0 && t`Left out: ${leftOut}.`}{' '}
      {typed > 0 &&
        (sets_way
          ? t`${plural(typed, { one: '# card is typed', other: '# cards are typed' })} in Anki: you practise this deck by typing, which its settings can change.`
          : t`${plural(typed, { one: '# card is typed', other: '# cards are typed' })} in Anki: choose the way “Type the answer” where the deck is practised, or for a class.`)}
    </Text>
  );
}

/** Of reports of earlier versions. */
const NO_PICTURES: ImportedPictures = { matched: 0, left_out: [] };

export function ImportFigures({ current, report }: { current: DeckImport; report: ImportReport }) {
  const { t, i18n } = useLingui();
  const { updates_deck, pictures = NO_PICTURES } = report;
  const leftOut = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(
    useLeftOutPictures()(pictures),
  );
  const isDone = current.status === 'completed';
  const removesMissing = current.remove_missing && current.error_count === 0 && !report.left_out_by_hand;
  const missing = removesMissing ? t`No longer in the file, removed` : t`Not in the file, kept`;
  const figures: [label: string, value: number][] = [
    [t`New cards`, report.cards_new],
    [t`Changed cards`, report.cards_changed],
    [t`Unchanged cards`, report.cards_unchanged],
    ...(updates_deck ? [[missing, report.cards_missing] as [string, number]] : []),
    ...(report.left_out ? [[t`Left out for errors`, report.left_out] as [string, number]] : []),
    ...(report.left_out_by_hand ? [[t`Left out by hand`, report.left_out_by_hand] as [string, number]] : []),
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
          {updates_deck
            ? isDone
              ? t`The deck “${title}” was updated.`
              : t`The deck “${title}” would be updated.`
            : isDone
              ? t`A new deck was made.`
              : t`A new deck would be made.`}
        </Text>
      )}
      {report.anki && <AnkiLeftOutText report={report} anki={report.anki} />}
      {!report.anki && leftOut && <Text size="sm">{t`Left out: ${leftOut}.`}</Text>}
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
