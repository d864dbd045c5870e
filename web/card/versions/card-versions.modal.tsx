import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import { textLanguage } from '../../../core/card/text-language.ts';
import type { CardVersion } from '../../../core/card/versions/card-version.schema.ts';
import { CARD_TEXT_NAMES } from '../../../core/contract/card-fields.ts';
import type { Card, CardPicture, FurtherFile } from '../../../core/contract/card-shape.schema.ts';
import { cardFieldText } from '../../deck/card-field-text.ts';
import { useDecksChanged } from '../../deck/deck.changes.ts';
import { useCardAudio } from '../../flashcard/use-card-audio.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import classes from './card-comparison.module.css';

/** A piece of a text, and whether the other text lacks it. */
export interface TextPart {
  text: string;
  differs: boolean;
}

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];

/** How many words the ends of two texts have in common, from each pair of words on; row by row. */
function commonFrom(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  return common;
}

function add(parts: TextPart[], text: string, differs: boolean): void {
  const last = parts.at(-1);
  if (last?.differs === differs) last.text += text;
  else parts.push({ text, differs });
}

/** Returns two texts in parts: what both have, word by word and in the same order, and what only one has. */
export function textDifference(before: string, after: string): { before: TextPart[]; after: TextPart[] } {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const common = commonFrom(a, b);
  const width = b.length + 1;
  const parts = { before: [] as TextPart[], after: [] as TextPart[] };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(parts.before, a[i++]!, false);
      add(parts.after, b[j++]!, false);
    } else if (j === b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      add(parts.before, a[i++]!, true);
    else add(parts.after, b[j++]!, true);
  }
  return parts;
}

const none = '–';

const Marked = ({ parts }: { parts: TextPart[] }) =>
  parts.map(({ text, differs }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places
    differs ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );

interface RowProps {
  label: string;
  isSame: boolean;
  then: ReactNode;
  now: ReactNode;
  langs?: [string | undefined, string | undefined];
}

function Row({ label, isSame, then, now, langs = [undefined, undefined] }: RowProps) {
  const { t } = useLingui();
  return (
    <tr className={isSame ? classes.same : undefined}>
      <th scope="row">
        {label}
        {!isSame && (
          <Text size="xs" c="dimmed">
            {t`differs`}
          </Text>
        )}
      </th>
      <td lang={langs[0]}>{then}</td>
      <td lang={langs[1]}>{now}</td>
    </tr>
  );
}

function Sound({ src, label }: { src: string | null; label: string }) {
  const play = useCardAudio(src, noticeText.audioFailed);
  if (!play) return none;
  return (
    <ActionIcon variant="light" size={44} aria-label={label} onClick={play}>
      <IconVolume size={18} aria-hidden />
    </ActionIcon>
  );
}

function Picture({ picture, isAltMarked }: { picture: CardPicture | null; isAltMarked: boolean }) {
  if (!picture) return none;
  const { file, width, height, alt } = picture;
  return (
    <>
      <img src={file} alt={alt} width={width} height={height} loading="lazy" className={classes.picture} />
      {isAltMarked && alt}
    </>
  );
}

/** Sounds by their numbers, since the card's own audio is the first; pictures as they are. */
function Further({ files }: { files: readonly FurtherFile[] }) {
  const { t } = useLingui();
  if (files.length === 0) return none;
  return (
    <Group gap="xs">
      {files.map((one, index) =>
        one.kind === 'audio' ? (
          <Sound key={one.file} src={one.file} label={t`Sound ${index + 2}`} />
        ) : (
          <Picture key={`${one.side} ${one.file}`} picture={one} isAltMarked={false} />
        ),
      )}
    </Group>
  );
}

/** The database keeps the names of an object in an order of its own. */
const furtherOf = ({ further_files }: CardVersion) => ({
  files: further_files ?? [],
  key: JSON.stringify(
    (further_files ?? []).map((one) => ('side' in one ? [one.side, one.file, one.alt] : one.file)),
  ),
});

function CardComparison({ then, now }: { then: CardVersion; now: CardVersion }) {
  const { t, i18n } = useLingui();
  const texts = CARD_TEXT_NAMES.flatMap((name) => {
    const [a, b] = [then[name] ?? '', now[name] ?? ''];
    if (a === '' && b === '') return [];
    const parts = textDifference(a, b);
    const langs: RowProps['langs'] = [
      textLanguage(a, [then.front, then.back]),
      textLanguage(b, [now.front, now.back]),
    ];
    return [{ name, a, b, parts, langs }];
  });
  const [tagsThen, tagsNow] = [then.tags.join(', '), now.tags.join(', ')];
  const tagParts = textDifference(tagsThen, tagsNow);
  const [furtherThen, furtherNow] = [furtherOf(then), furtherOf(now)];
  const pictures = [
    { key: 'front_picture', label: t`Picture on the front` },
    { key: 'back_picture', label: t`Picture on the back` },
  ] as const;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t`Field`}</th>
          <th scope="col">{t`Then`}</th>
          <th scope="col">{t`Now`}</th>
        </tr>
      </thead>
      <tbody>
        {texts.map(({ name, a, b, parts, langs }) => (
          <Row
            key={name}
            label={i18n._(cardFieldText[name])}
            isSame={a === b}
            then={a === '' ? none : <Marked parts={parts.before} />}
            now={b === '' ? none : <Marked parts={parts.after} />}
            langs={langs}
          />
        ))}
        {(then.audio_file ?? now.audio_file) !== null && (
          <Row
            label={i18n._(cardFieldText.audio)}
            isSame={then.audio_file === now.audio_file}
            then={<Sound src={then.audio_file} label={t`Play the audio of then`} />}
            now={<Sound src={now.audio_file} label={t`Play the audio of now`} />}
          />
        )}
        {pictures.map(({ key, label }) => {
          const [a, b] = [then[key], now[key]];
          if (!a && !b) return null;
          const isSame = a?.file === b?.file && a?.alt === b?.alt;
          return (
            <Row
              key={key}
              label={label}
              isSame={isSame}
              then={<Picture picture={a} isAltMarked={a?.alt !== b?.alt} />}
              now={<Picture picture={b} isAltMarked={a?.alt !== b?.alt} />}
            />
          );
        })}
        {(furtherThen.files.length > 0 || furtherNow.files.length > 0) && (
          <Row
            label={t`Further sounds and pictures`}
            isSame={furtherThen.key === furtherNow.key}
            then={<Further files={furtherThen.files} />}
            now={<Further files={furtherNow.files} />}
          />
        )}
        {(tagsThen !== '' || tagsNow !== '') && (
          <Row
            label={t`Tags`}
            isSame={tagsThen === tagsNow}
            then={tagsThen === '' ? none : <Marked parts={tagParts.before} />}
            now={tagsNow === '' ? none : <Marked parts={tagParts.after} />}
          />
        )}
      </tbody>
    </table>
  );
}

type CardPlace = Pick<Card, 'id' | 'deck_id'>;

/** Makes a card what it was. Resolves when everything that shows it has it so. */
function useBringBack() {
  const decksChanged = useDecksChanged();
  return async (
    { id: cardId, deck_id: deckId }: CardPlace,
    { version, seen }: { version: number; seen: number },
  ): Promise<void> => {
    try {
      await callApi('POST /api/decks/:deckId/cards/:cardId/versions/:version', {
        params: { deckId, cardId, version },
        body: { seen },
      });
    } finally {
      // Also when it is refused: the card may be another one by now.
      await decksChanged();
    }
  };
}

const whenAdded = msg({ message: '{time} · as it was added' });

function versionName(i18n: I18n, { version, made_at, made_by }: CardVersion): string {
  if (made_at === null) return i18n._(msg`The oldest that is kept`);
  const time = dateAndTime(i18n.locale, new Date(made_at));
  if (version === 1) return i18n._({ ...whenAdded, values: { time } });
  return made_by === null ? time : `${time} · ${made_by.name}`;
}

function isSameState(a: CardVersion, b: CardVersion): boolean {
  const content = ({ version: _, made_at: _at, made_by: _by, ...rest }: CardVersion) =>
    JSON.stringify(Object.entries(rest).sort(([x], [y]) => (x < y ? -1 : 1)));
  return content(a) === content(b);
}

interface CardVersionsProps {
  card: CardPlace;
  /** With an earlier version in its place. */
  onBroughtBack: () => void;
  onClose: () => void;
}

interface ChoiceProps extends CardVersionsProps {
  now: CardVersion;
  earlier: CardVersion[];
}

function Choice({ card, now, earlier, onBroughtBack, onClose }: ChoiceProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();

  const bringBack = useBringBack();
  const [chosen, setChosen] = useState<number>();

  const then = earlier.find(({ version }) => version === chosen) ?? earlier[0]!;
  const isSame = isSameState(then, now);
  const [send, isSending] = useAttempt(msg({ message: 'Nothing was brought back: {message}' }), async () => {
    await bringBack(card, { version: then.version, seen: now.version });
    notices.success(i18n._(msg`The card is as it was then.`));
    onBroughtBack();
  });
  return (
    <Stack>
      <NativeSelect
        label={t`Version`}
        value={then.version}
        data={earlier.map((one) => ({ value: String(one.version), label: versionName(i18n, one) }))}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
        data-autofocus
      />
      <CardComparison then={then} now={now} />
      {isSame && (
        <Text size="sm" c="dimmed">
          {t`The card is like that now.`}
        </Text>
      )}
      <Group>
        <Button mih={44} loading={isSending} disabled={isSame} onClick={() => void send()}>
          {t`Bring this version back`}
        </Button>
        <Button mih={44} variant="default" onClick={onClose}>
          {t`Close`}
        </Button>
      </Group>
    </Stack>
  );
}

function Versions(props: CardVersionsProps) {
  const { t } = useLingui();
  const { id: cardId, deck_id: deckId } = props.card;
  const params = { deckId, cardId };
  const { data, error, mutate } = useRead(
    addressOf('GET /api/decks/:deckId/cards/:cardId/versions', { params }),
  );
  if (!data) return <Unread of={{ error, mutate }} height={240} radius="md" />;
  const [now, ...earlier] = data;
  if (!now || earlier.length === 0)
    return <Empty text={t`This card has not been changed since it was added.`} />;
  return <Choice {...props} now={now} earlier={earlier} />;
}

export default function CardVersionsModal({
  card,
  ...props
}: Omit<CardVersionsProps, 'card'> & {
  /** None when the window is closed. */
  card: CardPlace | null;
}) {
  const { t } = useLingui();
  return (
    <Dialog opened={card !== null} onClose={props.onClose} title={t`Earlier versions of the card`} size="lg">
      {card && <Versions key={card.id} card={card} {...props} />}
    </Dialog>
  );
}
