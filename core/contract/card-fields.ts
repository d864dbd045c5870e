/** Code units of the front, and of the back. */
export const CARD_SIDE_MAX = 500;
/** Code units of the example sentence, and of the definition. */
export const CARD_TEXT_MAX = 1_000;
/** Code units of the part of speech, and of the level. */
export const CARD_LABEL_MAX = 50;

/** How a text is written and shown: a side, running text that may have lines, or a word or two. */
type Kind = 'side' | 'text' | 'label';

/** A field of our notes in Anki. */
export interface AnkiField {
  name: string;
  /** The class of what stands below the answer, and in which order; the sides have their own places. */
  style?: string;
  place?: number;
}

interface CardTextField {
  kind: Kind;
  /** What it holds, for the authors of deck files. */
  description: string;
  /** What its column is called in tables: lower case, no accents, the surest first. */
  columnNames: readonly string[];
  anki: AnkiField;
}

/** Names in one text, parted by commas. */
export const listed = (names: string): readonly string[] => names.split(', ');

/**
 * The texts of a card, in the order of forms, files and exports. The contract, the entity, every statement, the form
 * and all formats are made from this table. The database has a column of the same name in `cards` and
 * `deck_import_rows`.
 */
export const CARD_TEXTS = {
  front: {
    kind: 'side',
    description: 'Plain text.',
    columnNames: listed(
      'front, mat truoc, word, tu, tu vung, tu moi, term, thuat ngu, vocabulary, vocab, headword, ' +
        'expression, phrase, cum tu, question, cau hoi, text',
    ),
    anki: { name: 'Front' },
  },
  back: {
    kind: 'side',
    description: 'Plain text.',
    columnNames: listed(
      'back, mat sau, meaning, nghia, y nghia, nghia cua tu, translation, dich, ban dich, dich ' +
        'nghia, nghia tieng viet, answer, cau tra loi, tra loi, dap an',
    ),
    anki: { name: 'Back' },
  },
  example_sentence: {
    kind: 'text',
    description: 'A sentence with the word in it.',
    columnNames: listed(
      'example sentence, example, examples, example sentences, vi du, cau vi du, vi du minh hoa, ' +
        'sentence, mau cau, cau mau, cau',
    ),
    anki: { name: 'Example', style: 'more example', place: 3 },
  },
  definition: {
    kind: 'text',
    description: 'What the front means.',
    columnNames: listed('definition, dinh nghia, explanation, giai thich, giai nghia'),
    anki: { name: 'Definition', style: 'more', place: 2 },
  },
  part_of_speech: {
    kind: 'label',
    description: 'Such as noun.',
    columnNames: listed('part of speech, pos, word class, word type, tu loai, loai tu'),
    anki: { name: 'Part of speech', style: 'label', place: 1 },
  },
  level: {
    kind: 'label',
    description: 'Such as A2.',
    columnNames: listed('level, cap do, trinh do, cefr, cefr level, muc do, bac'),
    anki: { name: 'Level', style: 'label', place: 4 },
  },
} as const satisfies Record<string, CardTextField>;

/** Anki's type of our notes. Another number when a field, or how it is shown, changes: Anki keeps one meaning for each. */
export const ANKI_NOTE_TYPE_ID = 1_700_000_000_001;

export type CardTextName = keyof typeof CARD_TEXTS;
export type CardSide = {
  [N in CardTextName]: (typeof CARD_TEXTS)[N]['kind'] extends 'side' ? N : never;
}[CardTextName];
export type OptionalCardText = Exclude<CardTextName, CardSide>;

/** A card's texts as they are kept: the sides always, the others or null. */
export type CardTexts = Record<CardSide, string> & Record<OptionalCardText, string | null>;

export const CARD_TEXT_NAMES = Object.keys(CARD_TEXTS) as CardTextName[];

export const isCardText = (name: string): name is CardTextName => Object.hasOwn(CARD_TEXTS, name);

export const isCardSide = (name: string): name is CardSide =>
  isCardText(name) && CARD_TEXTS[name].kind === 'side';

const LIMITS: Record<Kind, number> = { side: CARD_SIDE_MAX, text: CARD_TEXT_MAX, label: CARD_LABEL_MAX };

/** Code units that a text may have. */
export const cardTextMax = (name: CardTextName): number => LIMITS[CARD_TEXTS[name].kind];

/** An object with one value for each text. */
export const forCardTexts = <T>(made: (name: CardTextName) => T): Record<CardTextName, T> =>
  Object.fromEntries(CARD_TEXT_NAMES.map((name) => [name, made(name)])) as Record<CardTextName, T>;

/** An object with one value for each text: of one kind for the sides, of another for the others. */
export const forSidesAndOthers = <S, O>(side: (name: CardSide) => S, other: (name: OptionalCardText) => O) =>
  forCardTexts<S | O>((name) => (isCardSide(name) ? side(name) : other(name))) as Record<CardSide, S> &
    Record<OptionalCardText, O>;

/** The columns of the texts for a statement, such as `c.front, c.back, …` for the alias `c`. */
export const cardTextColumns = (alias?: string): string =>
  CARD_TEXT_NAMES.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');

/** The columns of the files of a card, beside its texts: what is on a card is both. */
export const CARD_FILE_NAMES = ['audio_file', 'front_picture', 'back_picture', 'further_files'] as const;

/** The columns of all that is on a card, likewise. */
export const cardContentColumns = (alias?: string): string =>
  [
    cardTextColumns(alias),
    ...CARD_FILE_NAMES.map((name) => (alias === undefined ? name : `${alias}.${name}`)),
  ].join(', ');

/** The addresses of a card's files as rows with the column `file`, for a `from`; `alias` is that of `cards`. */
export const filesOfCard = (alias: string): string =>
  `lateral (values (${alias}.audio_file), (${alias}.front_picture ->> 'file'), (${alias}.back_picture ->> 'file')
    union all select jsonb_path_query(${alias}.further_files, '$[*].file') #>> '{}')`;

/** The addresses of the own files of a card's row as JSON, by the expression of it. Indexes of kept rows are of these. */
export const cardFilesAsJson = (row: string): string[] => [
  `(${row} ->> 'audio_file')`,
  `(${row} #>> '{front_picture,file}')`,
  `(${row} #>> '{back_picture,file}')`,
];

/** Those of its further files, as one list in JSON. Indexes are of this as well, where there is a list. */
export const furtherFilesAsJson = (row: string): string =>
  `jsonb_path_query_array(${row}, '$.further_files[*].file')`;

/** All these addresses as rows with the column `file`, for a `from`. */
export const filesOfCardAsJson = (row: string): string =>
  `lateral (values ${cardFilesAsJson(row).join()}
    union all select jsonb_path_query(${row}, '$.further_files[*].file') #>> '{}')`;

/** The fields of a card in a file, as every format calls them. */
export type CardField = 'id' | CardTextName | 'audio' | PictureField | 'tags';
export const CARD_FIELDS: readonly CardField[] = [
  'id',
  ...CARD_TEXT_NAMES,
  'audio',
  'front_picture',
  'front_picture_alt',
  'back_picture',
  'back_picture_alt',
  'tags',
];

/** The name of a side's picture in a file, and the text for those who do not see it. */
export type PictureField = `${CardSide}_picture` | `${CardSide}_picture_alt`;
export const CARD_SIDES = ['front', 'back'] as const satisfies CardSide[];

/** What a file is for on its card: it is heard, or stands on a side. Of each use the first file is the card's own. */
export const FILE_USES = ['audio', ...CARD_SIDES] as const;
export type FileUse = (typeof FILE_USES)[number];

/** The field of a file that names the files of a use. */
export const fileFieldOf = (use: FileUse): 'audio' | `${CardSide}_picture` =>
  use === 'audio' ? use : `${use}_picture`;

/** What a further file of a card is for. */
export const fileUseOf = (further: { kind: 'audio' } | { kind: 'picture'; side: CardSide }): FileUse =>
  further.kind === 'audio' ? further.kind : further.side;
