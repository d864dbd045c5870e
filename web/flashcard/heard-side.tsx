import { Trans, useLingui } from '@lingui/react/macro';
import { IconSpeakerphone, IconVolume } from '@tabler/icons-react';
import { textLanguage } from '../../core/card/text-language.ts';
import { plainText } from '../../core/text/marked-text.ts';
import { KEYS } from '../ui/control/keys.ts';
import type { CardFaces } from './card-faces.ts';
import { LightIconButton } from './light-parts.tsx';

export function AudioButton({ onPlay, isSpoken = false }: { onPlay: () => void; isSpoken?: boolean }) {
  const { t } = useLingui();
  const Icon = isSpoken ? IconSpeakerphone : IconVolume;
  return (
    <LightIconButton
      look="round"
      aria-label={isSpoken ? t`Read aloud with the browser's voice` : t`Play audio`}
      title={isSpoken ? t`Read aloud with the browser's voice` : undefined}
      aria-keyshortcuts={KEYS.session.play.join()}
      onClick={onPlay}
    >
      <Icon size={22} aria-hidden />
    </LightIconButton>
  );
}

export interface HeardSideProps {
  faces: CardFaces;
  /** A dictation: the question is to be heard alone. */
  isHidden?: boolean;
  revealed: boolean;
  position: number;
  total: number;
}

/** What is announced of a card: the side that has come, in its own language where that shows. */
export function HeardSide({ faces, isHidden = false, revealed, position, total }: HeardSideProps) {
  const { t } = useLingui();
  const question = plainText(faces.question);
  const answer = plainText(faces.answer);
  const languageOf = (text: string) => textLanguage(text, [question, answer]);
  if (revealed)
    return (
      <Trans>
        Answer<span lang={languageOf(answer)}>: {answer}</span>
      </Trans>
    );
  if (isHidden) return t`Card ${position} of ${total}: listen, and type what you hear`;
  return (
    <Trans>
      Card {position} of {total}
      <span lang={languageOf(question)}>: {question}</span>
    </Trans>
  );
}
