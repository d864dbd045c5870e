import t from 'tap';
import { examAudioUrl } from '../../../web/exam/form/exam-audio-url.ts';

t.test('API-49 CX-05 an exam’s audio is below the storage, unless its address is a whole one', async (t) => {
  t.equal(examAudioUrl('exams/ab12.mp3'), '/storage/exams/ab12.mp3');
  t.equal(examAudioUrl('/exams/ab12.mp3'), '/storage/exams/ab12.mp3');
  t.equal(examAudioUrl('/storage/exams/ab12.mp3'), '/storage/exams/ab12.mp3', 'never twice');
  for (const url of ['https://example.org/a.mp3', 'http://example.org/a.mp3', '//example.org/a.mp3'])
    t.equal(examAudioUrl(url), url);
});
