import {
  ANKI_NOTE_TYPE_ID,
  type AnkiField,
  CARD_TEXT_NAMES,
  CARD_TEXTS,
  isCardSide,
} from '../contract/card-fields.ts';

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
export const NEVER_SYNCED = -1;

export const ANKI_TABLES = `
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
export const ankiDeckId = (deckId: number): number => DECK_ID_BASE + deckId;

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
export function collectionRow(
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
