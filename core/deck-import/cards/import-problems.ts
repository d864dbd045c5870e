/**
 * Everything that can be wrong with what is imported: stable code and English text. The web client has each in both
 * languages, and a test compares the two tables.
 */
export const IMPORT_PROBLEMS = {
  // Of one row, or of one file of audio.
  front_required: 'The front is missing',
  back_required: 'The back is missing',
  only_picture: 'There is only a picture there, and it cannot come along; a text is needed',
  only_sound: 'There is only a sound there; it needs a text as well',
  only_video: 'There is only a video there; cards hold text, audio and pictures',
  too_long: 'At most {max} characters',
  not_text: 'This must be a text',
  not_a_card: 'This is not a card: an object with front and back is expected',
  unknown_field: 'There is no field “{name}”; it is left out',
  row_too_wide:
    'There are {cells} cells for {columns} columns: a text that holds the sign between them must stand in quotes',
  quote_not_closed: 'A cell begins with a quote that does not end it: end it there, or leave the quote out',
  gap_not_closed:
    'A gap of Anki’s (cloze) is not closed, or has no number from 1: mend it in the file, or write here what is asked and what is answered',
  cell_without_result:
    'A cell has “{value}” in place of a result: mend it in the spreadsheet, and save the file again',
  remark_left_out: 'This is a title or a remark, and no card; it is left out',
  column_left_out: 'The column “{name}” is not taken over; what it holds can be chosen',
  columns_by_place:
    'The columns have no names: they are taken for front, back, example, definition, part of speech and level',
  lines_parted: 'Lines hold several cards with “{sign}” between them: each was taken for a card of its own',
  lines_perhaps_parted:
    'Each line was taken for one card; if it holds several, with “{sign}” between them, put each on a line of its own',
  rows_hidden:
    'Rows that are hidden in the spreadsheet are left out ({count}): show them there, and save the file again, to bring them along',
  rows_joined:
    'Rows with one front over them are one card, and what differs has a line for each ({count} joined)',
  sheets_left_out: 'Only the sheet “{name}” is read; left out: {names}',
  deck_left_out: 'The deck “{name}” of Anki’s is left out: the cards come into the deck of this import',
  note_type_left_out: 'The note type “{name}” of Anki’s is left out: cards here are all of one kind',
  field_guessed:
    'Neither Anki’s template nor a name says which field is the {field}: “{name}” was taken, by the order; choose another one if that is wrong',
  duplicate_id: 'Number {row} has the same id',
  duplicate_note: 'The same note as number {row} in Anki; the first counts',
  duplicate_card: 'The same card as number {row}; it is left out',
  audio_missing: 'The audio “{name}” was not sent; the card keeps the one it has, or comes without',
  audio_ambiguous: 'Several files are called “{name}”: give the folder as well',
  audio_path_refused: 'An audio is named by a path inside the archive, without “..” and not from the root',
  audio_not_playable:
    '“{name}” is not audio that browsers play; the card keeps the one it has, or comes without',
  audio_too_large:
    '“{name}” is larger than {megabytes} MB; the card keeps the audio that it has, or comes without',
  audio_unused: 'No card uses “{name}”',
  picture_missing: 'The picture “{name}” was not sent; the card keeps the one it has, or comes without',
  picture_elsewhere: 'A picture that lies on the web or in the text itself is left out: send its file along',
  picture_ambiguous: 'Several files are called “{name}”: give the folder as well; the picture is left out',
  picture_kind_refused: '“{name}” is {kind}; it is left out, since pictures are PNG, JPEG, WebP or AVIF',
  picture_unreadable: '“{name}” is no picture; it is left out',
  picture_broken: 'The picture “{name}” is damaged or not whole; it is left out',
  picture_too_large:
    'The picture “{name}” is left out: it has more than {megabytes} MB, or more than {pixels} pixels on a side',
  files_left_out: 'A card has at most {max} sounds, and as many pictures on each side; {count} are left out',
  tags_left_out: 'A card has at most {max} tags, each of at most {letters} letters; left out: {names}',
  // Of the file with the cards.
  rows_invalid: 'Nothing was imported: {count} problems have to be mended first',
  no_cards: 'There is no card in the file',
  too_many_cards: 'There are more than {max} cards',
  too_many_answers:
    'Anki has logged more than {max} answers in this file: import it without its schedule, or export fewer decks',
  file_too_large: 'The file is larger than {megabytes} MB',
  unknown_format:
    'The file is none of JSON, CSV, TSV, Excel (.xlsx), an Anki package or a ZIP with deck.json',
  file_is_pdf: 'This is a PDF, in which no cards can be told apart: export them as CSV, TSV or .apkg',
  file_is_office:
    'This is a file of Word, of an old Excel or the like, or has a password: save the table as .xlsx or “CSV UTF-8”',
  file_is_archive: 'This is an archive that is not a ZIP: unpack it, and choose the file with the cards',
  file_is_picture: 'This is a picture; choose the file with the cards',
  not_utf8: 'The file is not text in UTF-8 (from byte {offset}): save it as UTF-8',
  nul_in_text:
    'The file holds a letter that no text has (a zero at byte {offset}): delete it in an editor, or export the file again',
  json_malformed: 'The file is not JSON, or is damaged: export it again. In detail: {detail}',
  json_too_deep: 'The JSON is nested more than {max} deep',
  json_duplicate_key: 'The key “{key}” comes twice in one object (row {row})',
  json_forbidden_key: 'The key “{key}” is not allowed',
  row_too_large: 'Row {row} is larger than {kilobytes} KB',
  json_no_list: 'The JSON must be a list of cards, or an object with such a list as “cards”',
  column_missing: 'There is no column for the {field}: choose one of {columns}',
  xlsx_malformed: 'The Excel file cannot be read: save it again as .xlsx. In detail: {detail}',
  apkg_malformed: 'The Anki package cannot be read: export it from Anki again. In detail: {detail}',
  apkg_too_new: 'This Anki package is of a newer version: export it again with “Support older Anki versions”',
  apkg_too_large: 'The collection in the Anki package is larger than {gigabytes} GB: export fewer decks',
  apkg_no_collection: 'There is no Anki collection in the package',
  // Of an archive.
  archive_no_cards:
    'There is no deck.json and no Anki collection in this ZIP: unpack it, and choose the file with the cards, such as “{name}”',
  archive_not_zip: 'The archive is not a ZIP file: unpack it, and pack its files as a ZIP',
  archive_truncated:
    'The archive is cut off or damaged: send it again, or pack its files into a new ZIP. In detail: {detail}',
  archive_malformed:
    'The archive’s directory is not as it should be: pack its files into a new ZIP. In detail: {detail}',
  archive_ambiguous:
    'The archive has two directories; programs would disagree on what is in it: pack its files into a new ZIP',
  archive_too_large: 'The archive is larger than {megabytes} MB',
  archive_too_many_entries: 'There are more than {max} files in the archive',
  archive_inflates_too_much: 'What is in the archive is larger than {megabytes} MB in all',
  archive_entry_too_large: '“{name}” in the archive is larger than {megabytes} MB',
  archive_bomb: '“{name}” in the archive inflates to more than {ratio} times its size',
  archive_path: '“{name}” in the archive would lie outside of it: pack the folder itself into a new ZIP',
  archive_name:
    'A name in the archive cannot be used: “{name}”. Rename the file, and pack the folder in the Explorer or Finder',
  archive_special_file: '“{name}” in the archive is a link or device, not a file: pack the file itself',
  archive_encrypted: '“{name}” in the archive is encrypted: pack it without a password',
  archive_overlap: '“{name}” in the archive shares bytes with another file: pack the files into a new ZIP',
  archive_duplicate:
    'Two files in the archive are called “{name}”, if case and accents’ spelling do not count: rename one of them',
  archive_nested: '“{name}” in the archive is an archive itself: unpack it, or take it out',
  archive_method:
    '“{name}” in the archive is compressed in a way that is not supported: pack it with the method “Deflate”, or in the Explorer or Finder',
  archive_size_lie:
    '“{name}” in the archive has another size than the archive says: pack the files into a new ZIP',
  archive_crc:
    '“{name}” in the archive is damaged, its checksum is wrong: send the archive again, or pack the files into a new ZIP',
  archive_header:
    'The archive’s directory and the file “{name}” itself disagree: pack the files into a new ZIP',
  // Of the owner's decks.
  too_many_decks: 'You have {max} decks already, with those in the trash: delete one for good there',
  too_many_files: 'The deck was not imported: your cards and exams may have {max} files in all',
  files_too_large:
    'The deck was not imported: the files of your cards and exams may take {megabytes} MB in all',
  deck_full: 'The deck was not imported: with its other cards it would have more than {max}',
  owner_has_no_room: 'The deck was not changed: its owner has no room for these files',
  deck_not_editable: 'The deck was not changed: you may no longer edit it, or it is gone',
  own_decks_off: 'Your school does not let students make or change decks of their own',
  wrong_role: 'Only teachers and administrators import decks',
  // Of the run.
  deck_changed: 'Since the check another deck has this title, or the one to be updated is gone: check again',
  upload_lost: 'The files of this import are no longer there: upload them again',
  storage_failed:
    'The files could not be stored: try again later, or ask the administrator. In detail: {detail}',
  import_too_long: 'The import took longer than {seconds} seconds and was ended',
  import_broke:
    'The import broke off {attempts} times and was given up: try it again, or with fewer cards. In detail: {detail}',
} as const satisfies Record<string, string>;

export type ImportProblemCode = keyof typeof IMPORT_PROBLEMS;

export type ProblemParams = Record<string, string | number>;

/** The English text of a problem. */
export const problemText = (code: ImportProblemCode, params: ProblemParams = {}): string =>
  IMPORT_PROBLEMS[code].replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));

/** Returns parameters without what no database takes: NUL, and half a character, as where a long text was cut. */
export const storableParams = (params: ProblemParams): ProblemParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
    ]),
  );

/** Something that makes the whole import impossible. */
export class ImportError extends Error {
  readonly code: ImportProblemCode;
  readonly params: ProblemParams;

  constructor(code: ImportProblemCode, params: ProblemParams = {}, cause?: unknown) {
    const kept = storableParams(params);
    super(problemText(code, kept), { cause });
    this.name = 'ImportError';
    this.code = code;
    this.params = kept;
  }
}

export type Severity = 'error' | 'warning';

/** Something wrong with a row (counted from 1), or with no row in particular. */
export interface ImportProblem {
  severity: Severity;
  row: number | null;
  field: string | null;
  code: ImportProblemCode;
  params: ProblemParams;
}
