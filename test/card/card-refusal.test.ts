import { setupI18n } from '@lingui/core';
import t from 'tap';
import { cardRefusal, isAboutAudio, refusedFields } from '../../web/card/card-refusal.ts';
import { ApiError } from '../../web/lib/call/api-client.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

t.test('CRD-09 ERR-10 the server’s texts for the fields are joined, each once', async (t) => {
  const error = new ApiError(422, 'validation_failed', 'Some fields are not valid: level, definition', {
    errors: { definition: ['too long'], level: ['too long', 'not a level'] },
  });
  t.equal(cardRefusal(i18n, error), 'too long; not a level');
  t.same(refusedFields(error), { definition: 'refused', level: 'refused' });
  t.notOk(isAboutAudio(error));
});

t.test('CRD-09 what says it all is said in the user’s language, what has no fields as ever', async (t) => {
  const tooLarge = new ApiError(413, 'audio_too_large', 'The audio file must be at most 10 MB', {
    params: { megabytes: 10 },
    errors: { audio_file: ['The audio file must be at most 10 MB'] },
  });
  t.equal(cardRefusal(i18n, tooLarge), 'The audio file must be at most 10 MB');
  t.ok(isAboutAudio(tooLarge));
  t.equal(cardRefusal(i18n, new ApiError(404, 'card_not_found', 'Card not found')), 'Card not found');
  t.equal(cardRefusal(i18n, new Error('It broke')), 'It broke');
});
