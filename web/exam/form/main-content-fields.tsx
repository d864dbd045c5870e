import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Stack, Textarea } from '@mantine/core';
import type { MainContentType } from '../../../core/exam/exam.schema.ts';
import { AudioFileInput } from '../../ui/control/audio-file-input.tsx';
import { AudioPlayer } from '../../ui/control/audio-player.tsx';
import { examAudioUrl } from './exam-audio-url.ts';
import { examControl } from './exam-controls.ts';
import { problemText } from './exam-problem-text.ts';
import type { ExamForm } from './use-exam-form.ts';

const ACCEPTED = '.mp3,.wav,audio/mpeg,audio/wav,audio/x-wav';

/** What all questions are about: a text, an audio, or nothing. */
export function MainContentFields({ form }: { form: ExamForm }) {
  const { t, i18n } = useLingui();
  const { values, dispatch, problems, accept } = form;
  const { contentType, audioPath } = values;
  const types: { value: MainContentType; label: string }[] = [
    { value: 'none', label: t`None, only questions` },
    { value: 'text', label: t`A text to read` },
    { value: 'audio', label: t`An audio to listen to` },
  ];
  return (
    <Stack>
      <NativeSelect
        id={examControl('contentType')}
        label={t`Main content`}
        maw={420}
        data={types}
        value={contentType}
        onChange={({ currentTarget: { value } }) => {
          const chosen = types.find((type) => type.value === value);
          if (chosen) form.chooseContentType(chosen.value);
        }}
        error={problemText(i18n, problems.contentType)}
      />
      {contentType === 'text' && (
        <Textarea
          id={examControl('mainText')}
          label={t`Main text`}
          required
          withAsterisk={false}
          autosize
          minRows={5}
          maxRows={20}
          value={values.mainText}
          onChange={(event) => {
            accept('mainText');
            dispatch({ type: 'changed', fields: { mainText: event.currentTarget.value } });
          }}
          error={problemText(i18n, problems.mainText)}
        />
      )}
      {contentType === 'audio' && (
        <>
          {audioPath && !form.audio && (
            <AudioPlayer src={examAudioUrl(audioPath)} label={t`Listen to the exam's audio`} preload="none" />
          )}
          <AudioFileInput
            id={examControl('audio')}
            label={audioPath ? t`Other audio (optional)` : t`Audio`}
            description={t`MP3 or WAV, less than 10 MB`}
            accept={ACCEPTED}
            file={form.audio}
            onChange={form.chooseAudio}
            error={form.audioProblem ?? problemText(i18n, problems.audio)}
          />
        </>
      )}
    </Stack>
  );
}
