import { useLingui } from '@lingui/react/macro';
import { IconVolume } from '@tabler/icons-react';
import type { FurtherFile } from '../../core/contract/card-shape.schema.ts';
import { noticeText } from '../lib/call/notice-text.ts';
import classes from './further-files.module.css';
import { LightButton } from './light-parts.tsx';
import { useCardAudio } from './use-card-audio.ts';

function FurtherSound({ file, number }: { file: string; number: number }) {
  const { t } = useLingui();
  const play = useCardAudio(file, noticeText.audioFailed);
  return (
    <LightButton look="subtle" className={classes.sound} onClick={play}>
      <IconVolume size={18} aria-hidden /> {t`Sound ${number}`}
    </LightButton>
  );
}

export interface FurtherFilesProps {
  files: readonly FurtherFile[];
  /** The question beside its answer. */
  isQuiet: boolean;
}

/** What a card has beside its own audio and pictures. Loaded for such cards. */
export function FurtherFiles({ files, isQuiet }: FurtherFilesProps) {
  const pictures = files.filter((one) => one.kind === 'picture');
  const sounds = files.filter((one) => one.kind === 'audio');
  return (
    <>
      {pictures.length > 0 && (
        <div className={classes.row}>
          {pictures.map(({ file, alt, width, height }) => (
            <img
              key={file}
              src={file}
              alt={alt}
              width={width}
              height={height}
              className={classes.picture}
              data-quiet={isQuiet || undefined}
            />
          ))}
        </div>
      )}
      {sounds.length > 0 && (
        <div className={classes.row}>
          {sounds.map(({ file }, index) => (
            <FurtherSound key={file} file={file} number={index + 2} />
          ))}
        </div>
      )}
    </>
  );
}
