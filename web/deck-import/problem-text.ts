import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ImportProblemCode, ProblemParams } from '../../core/deck-import/cards/import-problems.ts';
import { fieldName } from './upload/file-field-text.ts';

export const importProblemTexts: Record<ImportProblemCode, MessageDescriptor> = {
  // Of one row, or of one file of audio.
  front_required: msg`The front is missing`,
  back_required: msg`The back is missing`,
  only_picture: msg`There is only a picture there, and it cannot come along; a text is needed`,
  only_sound: msg`There is only a sound there; it needs a text as well`,
  only_video: msg`There is only a video there; cards hold text, audio and pictures`,
  too_long: msg({ message: 'At most {max} characters' }),
  not_text: msg`This must be a text`,
  not_a_card: msg`This is not a card: an object with front and back is expected`,
  unknown_field: msg({ message: 'There is no field “{name}”; it is left out' }),
  row_too_wide: msg({
    message:
      'There are {cells} cells for {columns} columns: a text that holds the sign between them must stand in quotes',
  }),
  quote_not_closed: msg`A cell begins with a quote that does not end it: end it there, or leave the quote out`,
  gap_not_closed: msg`A gap of Anki’s (cloze) is not closed, or has no number from 1: mend it in the file, or write here what is asked and what is answered`,
  cell_without_result: msg({
    message: 'A cell has “{value}” in place of a result: mend it in the spreadsheet, and save the file again',
  }),
  remark_left_out: msg`This is a title or a remark, and no card; it is left out`,
  column_left_out: msg({ message: 'The column “{name}” is not taken over; what it holds can be chosen' }),
  columns_by_place: msg`The columns have no names: they are taken for front, back, example, definition, part of speech and level`,
  lines_parted: msg({
    message: 'Lines hold several cards with “{sign}” between them: each was taken for a card of its own',
  }),
  lines_perhaps_parted: msg({
    message:
      'Each line was taken for one card; if it holds several, with “{sign}” between them, put each on a line of its own',
  }),
  rows_hidden: msg({
    message:
      'Rows that are hidden in the spreadsheet are left out ({count}): show them there, and save the file again, to bring them along',
  }),
  rows_joined: msg({
    message:
      'Rows with one front over them are one card, and what differs has a line for each ({count} joined)',
  }),
  sheets_left_out: msg({ message: 'Only the sheet “{name}” is read; left out: {names}' }),
  deck_left_out: msg({
    message: 'The deck “{name}” of Anki’s is left out: the cards come into the deck of this import',
  }),
  note_type_left_out: msg({
    message: 'The note type “{name}” of Anki’s is left out: cards here are all of one kind',
  }),
  field_guessed: msg({
    message:
      'Neither Anki’s template nor a name says which field is the {field}: “{name}” was taken, by the order; choose another one if that is wrong',
  }),
  duplicate_id: msg({ message: 'Number {row} has the same id' }),
  duplicate_note: msg({ message: 'The same note as number {row} in Anki; the first counts' }),
  duplicate_card: msg({ message: 'The same card as number {row}; it is left out' }),
  audio_missing: msg({
    message: 'The audio “{name}” was not sent; the card keeps the one it has, or comes without',
  }),
  audio_ambiguous: msg({ message: 'Several files are called “{name}”: give the folder as well' }),
  audio_path_refused: msg`An audio is named by a path inside the archive, without “..” and not from the root`,
  audio_not_playable: msg({
    message: '“{name}” is not audio that browsers play; the card keeps the one it has, or comes without',
  }),
  audio_too_large: msg({
    message: '“{name}” is larger than {megabytes} MB; the card keeps the audio that it has, or comes without',
  }),
  audio_unused: msg({ message: 'No card uses “{name}”' }),
  picture_missing: msg({
    message: 'The picture “{name}” was not sent; the card keeps the one it has, or comes without',
  }),
  picture_elsewhere: msg`A picture that lies on the web or in the text itself is left out: send its file along`,
  picture_ambiguous: msg({
    message: 'Several files are called “{name}”: give the folder as well; the picture is left out',
  }),
  picture_kind_refused: msg({
    message: '“{name}” is {kind}; it is left out, since pictures are PNG, JPEG, WebP or AVIF',
  }),
  picture_unreadable: msg({ message: '“{name}” is no picture; it is left out' }),
  picture_broken: msg({ message: 'The picture “{name}” is damaged or not whole; it is left out' }),
  picture_too_large: msg({
    message:
      'The picture “{name}” is left out: it has more than {megabytes} MB, or more than {pixels} pixels on a side',
  }),
  files_left_out: msg({
    message: 'A card has at most {max} sounds, and as many pictures on each side; {count} are left out',
  }),
  tags_left_out: msg({
    message: 'A card has at most {max} tags, each of at most {letters} letters; left out: {names}',
  }),
  // Of the file with the cards.
  rows_invalid: msg({ message: 'Nothing was imported: {count} problems have to be mended first' }),
  no_cards: msg`There is no card in the file`,
  too_many_decks: msg({
    message: 'You have {max} decks already, with those in the trash: delete one for good there',
  }),
  deck_full: msg({
    message: 'The deck was not imported: with its other cards it would have more than {max}',
  }),
  own_decks_off: msg`Your school does not let students make or change decks of their own`,
  too_many_files: msg({
    message: 'The deck was not imported: your cards and exams may have {max} files in all',
  }),
  files_too_large: msg({
    message: 'The deck was not imported: the files of your cards and exams may take {megabytes} MB in all',
  }),
  wrong_role: msg`Only teachers and administrators import decks`,
  too_many_answers: msg`Anki has logged more than {max} answers in this file: import it without its schedule, or export fewer decks`,
  too_many_cards: msg({ message: 'There are more than {max} cards' }),
  file_too_large: msg({ message: 'The file is larger than {megabytes} MB' }),
  unknown_format: msg`The file is none of JSON, CSV, TSV, Excel (.xlsx), an Anki package or a ZIP with deck.json`,
  file_is_pdf: msg`This is a PDF, in which no cards can be told apart: export them as CSV, TSV or .apkg`,
  file_is_office: msg`This is a file of Word, of an old Excel or the like, or has a password: save the table as .xlsx or “CSV UTF-8”`,
  file_is_archive: msg`This is an archive that is not a ZIP: unpack it, and choose the file with the cards`,
  file_is_picture: msg`This is a picture; choose the file with the cards`,
  not_utf8: msg({ message: 'The file is not text in UTF-8 (from byte {offset}): save it as UTF-8' }),
  nul_in_text: msg({
    message:
      'The file holds a letter that no text has (a zero at byte {offset}): delete it in an editor, or export the file again',
  }),
  json_malformed: msg({
    message: 'The file is not JSON, or is damaged: export it again. In detail: {detail}',
  }),
  json_too_deep: msg({ message: 'The JSON is nested more than {max} deep' }),
  json_duplicate_key: msg({ message: 'The key “{key}” comes twice in one object (row {row})' }),
  json_forbidden_key: msg({ message: 'The key “{key}” is not allowed' }),
  row_too_large: msg({ message: 'Row {row} is larger than {kilobytes} KB' }),
  json_no_list: msg`The JSON must be a list of cards, or an object with such a list as “cards”`,
  column_missing: msg({ message: 'There is no column for the {field}: choose one of {columns}' }),
  xlsx_malformed: msg({
    message: 'The Excel file cannot be read: save it again as .xlsx. In detail: {detail}',
  }),
  apkg_malformed: msg({
    message: 'The Anki package cannot be read: export it from Anki again. In detail: {detail}',
  }),
  apkg_too_new: msg`This Anki package is of a newer version: export it again with “Support older Anki versions”`,
  apkg_too_large: msg({
    message: 'The collection in the Anki package is larger than {gigabytes} GB: export fewer decks',
  }),
  apkg_no_collection: msg`There is no Anki collection in the package`,
  // Of an archive.
  archive_no_cards: msg({
    message:
      'There is no deck.json and no Anki collection in this ZIP: unpack it, and choose the file with the cards, such as “{name}”',
  }),
  archive_not_zip: msg`The archive is not a ZIP file: unpack it, and pack its files as a ZIP`,
  archive_truncated: msg({
    message:
      'The archive is cut off or damaged: send it again, or pack its files into a new ZIP. In detail: {detail}',
  }),
  archive_malformed: msg({
    message:
      'The archive’s directory is not as it should be: pack its files into a new ZIP. In detail: {detail}',
  }),
  archive_ambiguous: msg`The archive has two directories; programs would disagree on what is in it: pack its files into a new ZIP`,
  archive_too_large: msg({ message: 'The archive is larger than {megabytes} MB' }),
  archive_too_many_entries: msg({ message: 'There are more than {max} files in the archive' }),
  archive_inflates_too_much: msg({ message: 'What is in the archive is larger than {megabytes} MB in all' }),
  archive_entry_too_large: msg({ message: '“{name}” in the archive is larger than {megabytes} MB' }),
  archive_bomb: msg({ message: '“{name}” in the archive inflates to more than {ratio} times its size' }),
  archive_path: msg({
    message: '“{name}” in the archive would lie outside of it: pack the folder itself into a new ZIP',
  }),
  archive_name: msg({
    message:
      'A name in the archive cannot be used: “{name}”. Rename the file, and pack the folder in the Explorer or Finder',
  }),
  archive_special_file: msg({
    message: '“{name}” in the archive is a link or device, not a file: pack the file itself',
  }),
  archive_encrypted: msg({ message: '“{name}” in the archive is encrypted: pack it without a password' }),
  archive_overlap: msg({
    message: '“{name}” in the archive shares bytes with another file: pack the files into a new ZIP',
  }),
  archive_duplicate: msg({
    message:
      'Two files in the archive are called “{name}”, if case and accents’ spelling do not count: rename one of them',
  }),
  archive_nested: msg({ message: '“{name}” in the archive is an archive itself: unpack it, or take it out' }),
  archive_method: msg({
    message:
      '“{name}” in the archive is compressed in a way that is not supported: pack it with the method “Deflate”, or in the Explorer or Finder',
  }),
  archive_size_lie: msg({
    message: '“{name}” in the archive has another size than the archive says: pack the files into a new ZIP',
  }),
  archive_crc: msg({
    message:
      '“{name}” in the archive is damaged, its checksum is wrong: send the archive again, or pack the files into a new ZIP',
  }),
  archive_header: msg({
    message: 'The archive’s directory and the file “{name}” itself disagree: pack the files into a new ZIP',
  }),
  // Of the run.
  owner_has_no_room: msg`The deck was not changed: its owner has no room for these files`,
  deck_not_editable: msg`The deck was not changed: you may no longer edit it, or it is gone`,
  deck_changed: msg`Since the check another deck has this title, or the one to be updated is gone: check again`,
  upload_lost: msg`The files of this import are no longer there: upload them again`,
  storage_failed: msg({
    message: 'The files could not be stored: try again later, or ask the administrator. In detail: {detail}',
  }),
  import_too_long: msg({ message: 'The import took longer than {seconds} seconds and was ended' }),
  import_broke: msg({
    message:
      'The import broke off {attempts} times and was given up: try it again, or with fewer cards. In detail: {detail}',
  }),
};

interface Reported {
  code: string;
  params: ProblemParams;
  /** English, of the server: shown for a code that this version does not know. */
  message: string;
}

const isKnown = (code: string): code is ImportProblemCode => Object.hasOwn(importProblemTexts, code);

export function importProblemText(i18n: I18n, { code, params, message }: Reported): string {
  if (!isKnown(code)) return message;
  const values = Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'number') return [name, i18n.number(value)];
      return [name, name === 'field' ? fieldName(i18n, value) : value];
    }),
  );
  return i18n._({ ...importProblemTexts[code], values });
}
