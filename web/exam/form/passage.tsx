import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { StudentExam } from '../../../core/exam/exam.schema.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { examAudioUrl } from './exam-audio-url.ts';
import classes from './passage.module.css';

type PassageProps = Pick<StudentExam, 'main_content_type' | 'main_text' | 'main_audio_path'> & {
  /** Pixels, from which on a text is scrolled. */
  maxHeight?: number;
};

/**
 * The lines as their author parted them, each with its number: on every screen the same, so that a question can speak
 * of line 6. A text of one line has none.
 */
function PassageText({ text }: { text: string }) {
  const parts = text.split('\n');
  const isNumbered = parts.filter((part) => part.trim() !== '').length > 1;
  if (!isNumbered) return <Text className="breakable">{text}</Text>;
  return (
    <ol className={classes.lines}>
      {parts.map((part, index) =>
        part.trim() === '' ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <li key={index} data-apart={parts[index - 1]?.trim() === '' || undefined}>
            {part}
          </li>
        ),
      )}
    </ol>
  );
}

/** What the questions are about: a text, something to hear, or nothing. */
export function Passage({ main_content_type, main_text, main_audio_path, maxHeight }: PassageProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  if (main_content_type === 'text' && main_text)
    return (
      <section
        className={classes.scrolled}
        style={{ maxHeight }}
        aria-label={t`Passage`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard as well
        tabIndex={0}
      >
        <PassageText text={main_text} />
      </section>
    );
  if (main_content_type === 'audio' && main_audio_path)
    return (
      // biome-ignore lint/a11y/useMediaCaption: it is what is to be understood by listening
      <audio
        controls
        preload="metadata"
        src={examAudioUrl(main_audio_path)}
        aria-label={t`Audio of the exam`}
        style={{ width: '100%' }}
        onError={() => notices.error(i18n._(noticeText.audioFailed))}
      />
    );
  return null;
}
