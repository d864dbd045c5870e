import { fileOf } from 'virtual:drawings';
import { useLingui } from '@lingui/react/macro';
import { SimpleGrid, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import useSWRImmutable from 'swr/immutable';
import { searchPattern } from '../../../core/text/search-pattern.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import classes from './drawing-choice.module.css';
import wordsFile from './drawing-words.json?url';
import { drawn, opened } from './shrink-picture.ts';

/** Pixels of a drawing on a card: sharp at the size at which cards show it on a phone. */
const SIZE = 480;

interface Drawing {
  name: string;
  /** The address of its SVG. */
  url: string;
}

async function load<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** Loads the words by which each drawing is found, several apart by `|`. */
const loadWords = (): Promise<Record<string, string>> => load(wordsFile);

/** On white, with a margin: so it looks by night as it does by day. */
const asSvg = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="-3 -3 38 38"><path fill="#fff" d="M-3-3h38v38H-3z"/>${body}</svg>`;

async function loadDrawings(words: Record<string, string>, places: number[]): Promise<Drawing[]> {
  const names = Object.keys(words);
  const files = new Map(places.map((place) => [fileOf(place), load<Record<string, string>>(fileOf(place))]));
  return Promise.all(
    places.map(async (place) => {
      const name = names[place]!;
      const bodies = await files.get(fileOf(place))!;
      return { name, url: `data:image/svg+xml,${encodeURIComponent(asSvg(bodies[name]!))}` };
    }),
  );
}

/** Draws it as a file such as cards take: SVG is none of them. */
async function asPicture({ name, url }: Drawing): Promise<File> {
  const blob = await drawn(await opened(url), SIZE, SIZE);
  return new File([blob], name, { type: blob.type });
}

export const FOUND_MAX = 24;

/**
 * How near a text is to the words of a drawing, the nearest first: its name, a word of it, in a word, the beginning of
 * one.
 */
const nearness = (pattern: string): RegExp[] =>
  [`^${pattern}\\|`, `\\|${pattern}(\\||$)`, `(^|[| ])${pattern}($|[| ])`, `(^|[| ])${pattern}`].map(
    (one) => new RegExp(one, 'u'),
  );

/**
 * Returns the places of the drawings that `text` means, or one of its words, the nearest first. `words` are those of each
 * drawing, apart by `|`.
 */
export function searchDrawings(words: Record<string, string>, text: string): number[] {
  const whole = text.trim();
  const single = whole.split(/\s+/).sort((a, b) => b.length - a.length);
  const sought = [...new Set([whole, ...single])].map(searchPattern).filter(Boolean).map(nearness);
  const found: { place: number; rank: number; length: number }[] = [];
  for (const [place, of] of Object.values(words).entries()) {
    const ranks = sought.map((tests, order) => {
      const near = tests.findIndex((test) => test.test(of));
      return near < 0 ? Number.POSITIVE_INFINITY : near * sought.length + order;
    });
    const rank = Math.min(...ranks);
    if (rank < Number.POSITIVE_INFINITY) found.push({ place, rank, length: of.indexOf('|') });
  }
  return (
    found
      // What has a short name is the thing itself: a cat, before a cat with tears of joy.
      .sort((a, b) => a.rank - b.rank || a.length - b.length)
      .slice(0, FOUND_MAX)
      .map(({ place }) => place)
  );
}

const TYPING_MS = 200;

function Choice({ text, onChoose }: { text: string; onChoose: (drawing: Drawing) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(text);
  const [sought] = useDebouncedValue(typed, TYPING_MS);
  const words = useSWRImmutable('drawings', loadWords);
  const places = words.data && searchDrawings(words.data, sought);
  const found = useSWRImmutable(places?.length ? ['drawings', ...places] : null, () =>
    loadDrawings(words.data!, places!),
  );
  return (
    <Stack gap="sm">
      <TextInput
        label={t`What shall it show?`}
        description={t`A word in English or Vietnamese`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={100}
        data-autofocus
      />
      {places?.length === 0 && (
        <Empty
          text={
            sought.trim()
              ? t`No drawing of this was found. Try a simpler word.`
              : t`Type what is to be seen, such as “cat” or “mưa”.`
          }
        />
      )}
      {places?.length !== 0 && !found.data && (
        <Unread of={words.error ? words : found} title={t`The drawings could not be loaded`} height={120} />
      )}
      {found.data && (
        <SimpleGrid cols={{ base: 4, xs: 6 }} spacing="xs" role="group" aria-label={t`Drawings`}>
          {found.data.map((drawing) => (
            <UnstyledButton
              key={drawing.name}
              className={classes.drawing}
              aria-label={drawing.name.replaceAll('-', ' ')}
              onClick={() => onChoose(drawing)}
            >
              <img src={drawing.url} alt="" />
            </UnstyledButton>
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}

interface DrawingChoiceModalProps {
  text: string;
  opened: boolean;
  onClose: () => void;
  onChoose: (file: File) => void;
}

export default function DrawingChoiceModal({ text, opened, onClose, onChoose }: DrawingChoiceModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Find a drawing`}>
      <Choice
        text={text}
        onChoose={async (drawing) => {
          onClose();
          onChoose(await asPicture(drawing));
        }}
      />
    </Dialog>
  );
}
