import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { decodeHTML } from 'entities';
import {
  ANKI_NOTE_TYPE_ID,
  type AnkiField,
  CARD_TEXT_NAMES,
  CARD_TEXTS,
  type FileUse,
  isCardSide,
} from '../contract/card-fields.ts';
import { ArchiveWriter } from '../files/archive-writer.ts';
import { CLOSED_FOLDER } from '../files/upload.ts';
import { ankiGuid } from '../text/anki-guid.ts';
import { tagsAsAnki } from '../text/anki-tags.ts';
import { type MarkedPiece, markedPieces } from '../text/marked-text.ts';
import { type ExportSource, fileParts, filesOf, type NameOf } from './card-files.ts';
import { type DeckHead, type DeckRow, deckRows } from './deck-rows.ts';

/**
 * Writes the collection of a legacy Anki package (schema 11), which every version of Anki opens. See
 * rslib/src/storage/schema11.sql and the `*Schema11` types beside it in https://github.com/ankitects/anki.
 */

/** The fields of a note, in order. */
const ANKI_FIELDS = [...CARD_TEXT_NAMES.map((name) => CARD_TEXTS[name].anki.name), 'Audio'];

/** In seconds, when the type was last changed: Anki keeps what its user has made of it since. */
const NOTE_TYPE_CHANGED = 1_700_000_000;

/** Decks, too, are numbered by moments in Anki; it knows them by their names. */
const DECK_ID_BASE = 1_700_000_000_000;

/** Counts the changes of a collection that was never synchronised. */
const NEVER_SYNCED = -1;

const ANKI_TABLES = `
  create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
    ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
    models text not null, decks text not null, dconf text not null, tags text not null);
  create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
    usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
    flags integer not null, data text not null);
  create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
    mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
    ivl integer not null, factor integer not null, reps integer not null, lapses integer not null,
    left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
  create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
    ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
    type integer not null);
  create table graves (usn integer not null, oid integer not null, type integer not null);
  create index ix_notes_usn on notes (usn);
  create index ix_cards_usn on cards (usn);
  create index ix_revlog_usn on revlog (usn);
  create index ix_cards_nid on cards (nid);
  create index ix_cards_sched on cards (did, queue, due);
  create index ix_revlog_cid on revlog (cid);
  create index ix_notes_csum on notes (csum);`;

/** The number of one of our decks in Anki. */
const ankiDeckId = (deckId: number): number => DECK_ID_BASE + deckId;

const FRONT = '<div class="front">{{Front}}</div>\n{{Audio}}';

/** What stands below the answer. */
const DETAILS = CARD_TEXT_NAMES.filter((name) => !isCardSide(name))
  .map((name): AnkiField => CARD_TEXTS[name].anki)
  .sort((one, other) => (one.place ?? 0) - (other.place ?? 0));

const BACK = `{{FrontSide}}
<hr id="answer">
<div class="back">{{Back}}</div>
${DETAILS.map(({ name, style }) => `{{#${name}}}<div class="${style}">{{${name}}}</div>{{/${name}}}`).join('\n')}`;

const CSS = `.card { font-family: sans-serif; font-size: 20px; text-align: center; line-height: 1.5; }
.front { font-size: 32px; font-weight: bold; }
.back { font-size: 26px; }
.label { font-size: 16px; opacity: 0.7; }
.more { margin: 0.8em auto; max-width: 36em; }
.example { font-style: italic; }`;

const noteType = (did: number): object => ({
  id: ANKI_NOTE_TYPE_ID,
  name: 'Nhớ',
  type: 0,
  mod: NOTE_TYPE_CHANGED,
  usn: NEVER_SYNCED,
  sortf: 0,
  did,
  flds: ANKI_FIELDS.map((name, ord) => ({
    name,
    ord,
    sticky: false,
    rtl: false,
    font: 'Arial',
    size: 20,
    media: [],
  })),
  tmpls: [
    {
      name: 'Card 1',
      ord: 0,
      qfmt: FRONT,
      afmt: BACK,
      bqfmt: '',
      bafmt: '',
      did: null,
      bfont: '',
      bsize: 0,
    },
  ],
  css: CSS,
  latexPre:
    '\\documentclass[12pt]{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{amssymb,amsmath}\n\\pagestyle{empty}\n\\begin{document}\n',
  latexPost: '\\end{document}',
  latexsvg: false,
  // A card is made when one of these fields has something in it: the front, or the audio.
  req: [[0, 'any', [0, ANKI_FIELDS.length - 1]]],
  tags: [],
  vers: [],
});

const ankiDeck = (id: number, name: string, desc: string, mod: number): object => ({
  id,
  name,
  desc,
  mod,
  usn: NEVER_SYNCED,
  conf: 1,
  dyn: 0,
  collapsed: false,
  browserCollapsed: false,
  extendNew: 0,
  extendRev: 0,
  newToday: [0, 0],
  revToday: [0, 0],
  lrnToday: [0, 0],
  timeToday: [0, 0],
});

const OPTIONS = {
  id: 1,
  name: 'Default',
  mod: 0,
  usn: 0,
  maxTaken: 60,
  autoplay: true,
  timer: 0,
  replayq: true,
  dyn: false,
  new: {
    bury: false,
    delays: [1, 10],
    initialFactor: 2_500,
    ints: [1, 4, 0],
    order: 1,
    perDay: 20,
    separate: true,
  },
  rev: { bury: false, ease4: 1.3, fuzz: 0.05, ivlFct: 1, maxIvl: 36_500, minSpace: 1, perDay: 200 },
  lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
};

/** The one row of the table `col`, by its columns; `name` and `description` are the deck's, the latter as HTML. */
function collectionRow(
  deck: { id: number; name: string; description: string },
  cardCount: number,
  now: Date,
): Record<string, string | number> {
  const did = ankiDeckId(deck.id);
  const seconds = Math.floor(now.getTime() / 1_000);
  const conf = {
    activeDecks: [did],
    curDeck: did,
    curModel: ANKI_NOTE_TYPE_ID,
    nextPos: cardCount + 1,
    addToCur: true,
    collapseTime: 1_200,
    dueCounts: true,
    estTimes: true,
    newSpread: 0,
    sortBackwards: false,
    sortType: 'noteFld',
    timeLim: 0,
  };
  const decks = {
    1: ankiDeck(1, 'Default', '', 0),
    [did]: ankiDeck(did, deck.name, deck.description, seconds),
  };
  return {
    id: 1,
    crt: seconds,
    mod: now.getTime(),
    scm: now.getTime(),
    ver: 11,
    dty: 0,
    usn: 0,
    ls: 0,
    conf: JSON.stringify(conf),
    models: JSON.stringify({ [ANKI_NOTE_TYPE_ID]: noteType(did) }),
    decks: JSON.stringify(decks),
    dconf: JSON.stringify({ 1: OPTIONS }),
    tags: '{}',
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What Anki would read as an order: to play a file, to run LaTeX, to leave a gap. */
const ORDERS = /\[(?=sound:|anki:|latex\]|\$)|\{(?=\{c\d)/gi;

/** Parts the fields of a note. */
const FIELD_SEPARATOR = '\x1f';

const asEntity = (sign: string): string => `&#${sign.charCodeAt(0)};`;

/** A text as HTML that shows it as it stands. */
const textAsHtml = (text: string): string =>
  text
    .replaceAll(FIELD_SEPARATOR, ' ')
    .replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)
    .replace(ORDERS, asEntity)
    .replace(/\r\n|\r|\n/g, '<br>');

/** MathJax reads a formula across comments and entities, but not across elements. */
const lettersAsHtml = (text: string): string =>
  textAsHtml(text).replace(/\\([([]|&#91;)/g, `${asEntity('\\')}<span>$1</span>`);

/** The first letter of a mark that is none is an entity: by it the import knows that it was escaped. */
const escapedAsHtml = (letters: string): string =>
  /^\\/.test(letters) ? lettersAsHtml(letters) : asEntity(letters) + textAsHtml(letters.slice(1));

/** A card's text as HTML: its marks as elements, its formulas as MathJax reads them. */
export const markedAsHtml = (text: string, depth = 0): string =>
  markedPieces(text, depth)
    .map((piece) => pieceAsHtml(piece, depth))
    .join('');

function pieceAsHtml(piece: MarkedPiece, depth: number): string {
  if (piece.kind === 'letters') return lettersAsHtml(piece.source);
  if (piece.kind === 'escaped') return escapedAsHtml(piece.letters);
  const { part, source } = piece;
  if (source.startsWith('{')) {
    const [base = '', reading = ''] = source.slice(1, -1).split('|').map(lettersAsHtml);
    return `<ruby>${base}<rt>${reading}</rt></ruby>`;
  }
  if (part.kind !== 'bold' && part.kind !== 'italic') return textAsHtml(source);
  const name = part.kind === 'bold' ? 'b' : 'i';
  return `<${name}>${markedAsHtml(source.slice(2, -2), depth + 1)}</${name}>`;
}

/** HTML of ours without its tags, as Anki makes it to sort notes and find equal ones. */
const withoutTags = (html: string): string => decodeHTML(html.replace(/<[^<>]*>/g, ''));

/** The columns of a note that come from its card: the fields, the text by which it is sorted, and its checksum. */
function noteTexts(row: DeckRow, nameOf: NameOf) {
  const files = filesOf(row).flatMap(({ address, ...file }) => {
    const name = nameOf(address);
    return name === undefined ? [] : [{ ...file, name }];
  });
  const ofUse = (use: FileUse) => files.filter((file) => file.use === use);
  const picturesOf = (use: FileUse) => ofUse(use).map(pictureHtml).join('');
  // What is heard with the front has a field of its own; the rest is heard with the answer.
  const further = ofUse('audio')
    .filter(({ nth }) => nth > 1)
    .map(({ name }) => `[sound:${name}]`);
  const fields = [
    ...CARD_TEXT_NAMES.map((name) => {
      const text = markedAsHtml(row[name] ?? '');
      if (!isCardSide(name)) return text;
      return picturesOf(name) + text + (name === 'back' ? further.join('') : '');
    }),
    audioField(row.audio_file, nameOf),
  ];
  const pictures = ofUse('front').map(({ name }) => ` ${name} `);
  // Anki keeps the name of a picture where it takes the tags away.
  const sfld = pictures.join('') + withoutTags(markedAsHtml(row.front));
  // By which equal notes are found: the first 32 bits.
  const csum = createHash('sha1').update(sfld).digest().readUInt32BE();
  return { flds: fields.join(FIELD_SEPARATOR), sfld, csum };
}

/** Pictures stand above the text of their side. */
const pictureHtml = ({ name, alt }: { name: string; alt: string }): string =>
  `<img src="${name}"${alt && ` alt="${textAsHtml(alt)}"`}><br>`;

/** An audio elsewhere becomes a link. */
function audioField(audioFile: string | null, nameOf: NameOf): string {
  const name = audioFile === null ? undefined : nameOf(audioFile);
  if (name !== undefined) return `[sound:${name}]`;
  if (!/^https?:\/\//.test(audioFile ?? '')) return '';
  const address = textAsHtml(audioFile!);
  return `<a href="${address}">${address}</a>`;
}

/** Nothing to send yet: a place at which a reader that has gone ends the work. */
const NOTHING_YET = new Uint8Array();

/**
 * Returns a package that Anki opens: one note and one new card for each of ours, with its files. Written as fast as it
 * is read. The collection is built in a file of its own in `folder`. That file is removed at the end of the stream.
 */
export const deckApkg = (source: ExportSource, folder: string, deck: DeckHead, now: Date): Readable =>
  Readable.from(packageParts(source, folder, deck, now), { objectMode: false });

async function* packageParts(
  source: ExportSource,
  folder: string,
  deck: DeckHead,
  now: Date,
): AsyncGenerator<Uint8Array> {
  const archive = new ArchiveWriter(now);
  const media: string[] = [];
  const numbers = new Map<string, string>();
  // In a package files are numbered. Anki keeps those of all decks in one folder: their names must not meet.
  yield* fileParts(source, deck.id, archive, numbers, ({ key }) =>
    String(media.push(`nho-${key.slice(key.lastIndexOf('/') + 1)}`) - 1),
  );
  const nameOf: NameOf = (address) => media[Number(numbers.get(address))];

  await mkdir(folder, CLOSED_FOLDER);
  const path = join(folder, randomUUID());
  try {
    for await (const _ of writeCollection(path, source, deck, { nameOf, now })) yield NOTHING_YET;
    yield* archive.deflated('collection.anki2', () => createReadStream(path));
  } finally {
    await rm(path, { force: true });
  }
  yield* archive.deflated('media', () => Readable.from([JSON.stringify({ ...media })]));
  yield* archive.end();
}

/** Pauses after each batch, so that whatever else the process has to do is done in between. */
async function* writeCollection(
  path: string,
  { pool }: ExportSource,
  deck: DeckHead,
  { nameOf, now }: { nameOf: NameOf; now: Date },
): AsyncGenerator<void> {
  // Loaded when it is first needed: SQLite takes a megabyte.
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    // What is half written is thrown away.
    database.exec(`pragma journal_mode = off; pragma synchronous = off; ${ANKI_TABLES}`);
    const notes = database.prepare(
      `insert into notes values ($id, $guid, ${ANKI_NOTE_TYPE_ID}, $mod, ${NEVER_SYNCED}, $tags, $flds, $sfld, $csum, 0, '')`,
    );
    const cards = database.prepare(
      `insert into cards values ($id, $id, ${ankiDeckId(deck.id)}, 0, $mod, ${NEVER_SYNCED}, 0, 0, $due,
         0, 0, 0, 0, 0, 0, 0, 0, '')`,
    );
    let count = 0;
    for await (const rows of deckRows(pool, deck.id)) {
      database.exec('begin');
      for (const row of rows) {
        count++;
        // Numbers are moments in Anki, in milliseconds; these stay about the same from export to export.
        const id = deck.createdAt + count;
        const mod = row.changed_at;
        const texts = noteTexts(row, nameOf);
        notes.run({ id, guid: ankiGuid(deck, row), mod, tags: tagsAsAnki(row.tags), ...texts });
        cards.run({ id, mod, due: count });
      }
      database.exec('commit');
      yield;
    }
    const description = textAsHtml(deck.description ?? '');
    // Two colons would make one deck lie in another.
    const name = deck.title.replace(/::+/g, ':');
    const row = collectionRow({ id: deck.id, name, description }, count, now);
    const columns = Object.keys(row);
    database
      .prepare(`insert into col (${columns}) values (${columns.map((column) => `$${column}`)})`)
      .run(row);
  } finally {
    database.close();
  }
}
