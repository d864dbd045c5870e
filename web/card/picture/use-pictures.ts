import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { PictureSide } from '../../../core/card/card-picture.schema.ts';
import { seenPicture } from '../../../core/card/seen-card.ts';
import type { Card, CardPicture, FurtherFile } from '../../../core/contract/card-shape.schema.ts';
import { type PictureChange, useChangePicture, useRemoveFurther } from '../../deck/card.changes.ts';
import { isChanged, pictureProblem, shrinkPicture } from './shrink-picture.ts';

/** A picture as a form has it: of the card, or chosen and not sent yet. */
interface Shown {
  url: string;
  alt: string;
  /** Only of what is not sent yet. */
  file?: File;
}

export interface Pictures {
  shown: Record<PictureSide, Shown | null>;
  busy: PictureSide | null;
  problems: Partial<Record<PictureSide, string>>;
  choose: (side: PictureSide, file: File) => void;
  describe: (side: PictureSide, alt: string) => void;
  remove: (side: PictureSide) => void;
  /** What the card has beside its own audio and pictures, and how one is removed. */
  further: readonly FurtherFile[];
  removeFurther: (further: FurtherFile) => Promise<void>;
}

const ofCard = (picture: CardPicture | null): Shown | null =>
  picture && { url: picture.file, alt: picture.alt };

interface Working {
  busy: PictureSide | null;
  problems: Partial<Record<PictureSide, string>>;
  run(side: PictureSide, work: () => Promise<void>): void;
}

function useWorking(): Working {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState<PictureSide | null>(null);
  const [problems, setProblems] = useState<Working['problems']>({});
  return {
    busy,
    problems,
    async run(side, work) {
      setBusy(side);
      setProblems((before) => ({ ...before, [side]: undefined }));
      try {
        await work();
      } catch (error) {
        setProblems((before) => ({ ...before, [side]: pictureProblem(i18n, error) }));
      } finally {
        setBusy(null);
      }
    },
  };
}

/** The pictures of a card that is there: each change is kept at once. */
export function useCardPictures(card: Card): Pictures {
  const change = useChangePicture();
  const removeFurther = useRemoveFurther();
  const { busy, problems, run } = useWorking();
  const [now, setNow] = useState(card);
  const seen = useRef(card);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const see = (next: Card) => {
    seen.current = next;
    setNow(next);
  };
  const keep = (side: PictureSide, made: () => Promise<PictureChange>) =>
    run(side, async () => {
      const wanted = await made();
      // One after the other, or what was just written here would look like somebody else's change.
      const sent = line.current.then(async () => {
        try {
          see(await change(card, side, wanted, seenPicture(seen.current[`${side}_picture`])));
        } catch (error) {
          if (isChanged(error)) see(error.data as Card);
          throw error;
        }
      });
      line.current = sent.catch(() => {});
      await sent;
    });
  return {
    shown: { front: ofCard(now.front_picture), back: ofCard(now.back_picture) },
    busy,
    problems,
    choose: (side, file) => keep(side, async () => ({ file: await shrinkPicture(file) })),
    describe: (side, alt) => keep(side, async () => ({ alt })),
    remove: (side) => keep(side, async () => null),
    further: now.further_files ?? [],
    removeFurther: async (further) => {
      const sent = line.current.then(async () => see(await removeFurther(card, further)));
      line.current = sent.catch(() => {});
      await sent;
    },
  };
}

/** The pictures of a card that is being written, and how they are sent once it is there. */
export function useNewPictures(): Pictures & {
  send: (card: Pick<Card, 'id' | 'deck_id'>) => Promise<void>;
  clear: () => void;
} {
  const change = useChangePicture();
  const { busy, problems, run } = useWorking();
  const [shown, setShown] = useState<Pictures['shown']>({ front: null, back: null });
  const set = (side: PictureSide, picture: Shown | null) =>
    setShown((before) => ({ ...before, [side]: picture }));
  const made = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const url of made.current) URL.revokeObjectURL(url);
    },
    [],
  );
  return {
    shown,
    busy,
    problems,
    choose: (side, chosen) =>
      run(side, async () => {
        const file = await shrinkPicture(chosen);
        const url = URL.createObjectURL(file);
        made.current.push(url);
        set(side, { url, alt: '', file });
      }),
    describe: (side, alt) => {
      const picture = shown[side];
      if (picture) set(side, { ...picture, alt });
    },
    remove: (side) => set(side, null),
    // They come with files alone.
    further: [],
    removeFurther: async () => {},
    async send(card) {
      for (const side of ['front', 'back'] as const) {
        const picture = shown[side];
        if (picture?.file)
          await change(card, side, { file: picture.file, alt: picture.alt }, seenPicture(null));
      }
    },
    clear: () => setShown({ front: null, back: null }),
  };
}
