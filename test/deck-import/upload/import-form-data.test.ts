import t from 'tap';
import { importForm } from '../../../web/deck-import/upload/import-form.tsx';
import { type ImportValues, NO_IMPORT } from '../../../web/deck-import/upload/import-rules.ts';

const file = (name: string) => new File(['x'], name);
const entries = (values: Partial<ImportValues>, checkOnly = false) =>
  [...importForm({ ...NO_IMPORT, title: ' Animals ', ...values }, checkOnly)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : `file ${value.name}`,
  ]);

t.test('ADM-21 ADM-23 a plain import is sent as little more than its file', async (t) => {
  t.same(entries({ cardFile: file('deck.json') }), [
    ['title', 'Animals'],
    ['json_file', 'file deck.json'],
  ]);
});

t.test('ADM-24 ADM-26 ADM-27 all texts go before the first file, the cards before the audio', async (t) => {
  const sent = entries(
    {
      cardFile: file('deck.csv'),
      columns: { front: 'Word', back: 'Meaning', level: undefined },
      audioFiles: [file('a.mp3'), file('b.mp3')],
      archive: file('audio.zip'),
      description: ' Pets ',
      audioSourcePath: 'audio',
      isOfficial: true,
      label: ' Learn ',
      removeMissing: true,
    },
    true,
  );
  t.same(sent, [
    ['title', 'Animals'],
    ['description', 'Pets'],
    ['is_official', '1'],
    ['official_button_label', 'Learn'],
    ['audio_source_path', 'audio'],
    ['check_only', '1'],
    ['remove_missing', '1'],
    ['columns', '{"front":"Word","back":"Meaning"}'],
    ['json_file', 'file deck.csv'],
    ['audio_files', 'file a.mp3'],
    ['audio_files', 'file b.mp3'],
    ['audio_archive', 'file audio.zip'],
  ]);
});

t.test('ADM-27 what belongs to a choice that was taken back is not sent', async (t) => {
  t.same(
    entries({
      cardFile: file('deck.zip'),
      columns: { front: 'Word' },
      label: 'Learn',
      asNew: true,
      removeMissing: true,
    }),
    [
      ['title', 'Animals'],
      ['as_new', '1'],
      ['json_file', 'file deck.zip'],
    ],
  );
});

t.test('ADM-23 of an Anki package only the fields that were named are sent', async (t) => {
  t.same(entries({ cardFile: file('deck.apkg'), columns: { front: 'Wort', back: ' ' } })[1], [
    'columns',
    '{"front":"Wort"}',
  ]);
  t.same(entries({ cardFile: file('deck.apkg'), columns: null }).length, 2);
});
