import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Text } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { textLanguage } from '../../../core/card/text-language.ts';
import type { CardVersion } from '../../../core/card/versions/card-version.schema.ts';
import { CARD_TEXT_NAMES } from '../../../core/contract/card-fields.ts';
import type { CardPicture } from '../../../core/contract/card-shape.schema.ts';
import { cardFieldText } from '../../deck/card-field-text.ts';
import { useCardAudio } from '../../flashcard/use-card-audio.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import classes from './card-comparison.module.css';
import { type TextPart, textDifference } from './text-difference.ts';

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
  /** In which languages the two are. */
  langs?: [string | undefined, string | undefined];
}

function Row({ label, isSame, then, now, langs = [undefined, undefined] }: RowProps) {
  return (
    <tr className={isSame ? classes.same : undefined}>
      <th scope="row">
        {label}
        {!isSame && (
          <Text size="xs" c="dimmed">
            <Trans>differs</Trans>
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

/** Two states of a card side by side; what differs is marked. */
export function CardComparison({ then, now }: { then: CardVersion; now: CardVersion }) {
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
  const pictures = [
    { key: 'front_picture', label: t`Picture on the front` },
    { key: 'back_picture', label: t`Picture on the back` },
  ] as const;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Field</Trans>
          </th>
          <th scope="col">
            <Trans>Then</Trans>
          </th>
          <th scope="col">
            <Trans>Now</Trans>
          </th>
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
