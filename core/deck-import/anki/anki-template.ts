/** A name as it is compared. */
export const plainName = (name: unknown): string =>
  typeof name === 'string' ? name.trim().normalize('NFC') : '';

/** How a field with readings is shown: as it is written, or only the letters, or only how they are read. */
type View = 'written' | 'kanji' | 'kana';

/** A field that stands on a side, by its place in the note. */
export interface ShownField {
  place: number;
  view: View;
  /** True where it is typed into a box, which in the answer shows it. */
  isTyped: boolean;
  isSpoken: boolean;
  hasReadings: boolean;
  /** Hidden until somebody asks for it. */
  isHint: boolean;
  /** Of a field with gaps: shown with one gap, or nothing but that. */
  cloze?: 'all' | 'only';
}

type Node =
  | { kind: 'text'; html: string }
  | { kind: 'field'; field: ShownField | undefined }
  | { kind: 'section'; key: string; isNegated: boolean; nodes: Node[] };

/** What is seen of one side for one note. */
export interface ShownSide {
  fields: ShownField[];
  /** Its HTML, with `fieldMark` of the place for each field that is seen. */
  html: string;
}

/** A side of a kind of card. */
export interface TemplateSide {
  /** For all notes together: of sections, both what stands in them when their field is filled and when it is not. */
  whole: ShownSide;
  /** For a note of which it is known what counts as filled; by the names of fields, and Anki's own. */
  of(isFilled: (key: string) => boolean): ShownSide;
  /** The fields, and Anki's own, of which sections are open or not. */
  keys: ReadonlySet<string>;
  /** Whether a field is typed on it. */
  isTyped: boolean;
}

/** A template holds a card, and no book. */
const NODES_MAX = 1_000;
const DEPTH_MAX = 30;

const OTHER_DELIMITERS = '{{=<% %>=}}';
const TAG = /\{\{\{?([^{}]{1,300})\}\}/g;

/** Stands for a field in a text; of those letters that mean nothing. */
export const fieldMark = (place: number): string => `\ue000${String.fromCharCode(0xe100 + place)}`;
export const FIELD_MARK = /\ue000([\ue100-\uf8ff])/g;
export const placeOfMark = (letter: string): number => letter.charCodeAt(0) - 0xe100;
const MARKED_MAX = 0xf8ff - 0xe100;

/** Reads one side of a template. See https://docs.ankiweb.net/templates/fields.html and generation.html */
export function templateSide(fields: readonly string[], format: string): TemplateSide {
  const plain = withoutComments(withUsualDelimiters(format)).replace(/[\ue000-\uf8ff]/g, '');
  const nodes = parsed(fields, plain);
  const known = new Map<string, ShownSide>();
  const keys = new Set<string>();
  const visit = (inside: readonly Node[]): void => {
    for (const node of inside) {
      if (node.kind !== 'section') continue;
      keys.add(node.key);
      visit(node.nodes);
    }
  };
  visit(nodes);
  const whole = shownOf(nodes, () => true);
  const of = (isFilled: (key: string) => boolean): ShownSide => {
    if (keys.size === 0) return whole;
    const filled = new Set([...keys].filter(isFilled));
    const signature = [...filled].join('\0');
    let side = known.get(signature);
    if (!side) {
      side = shownOf(nodes, ({ key, isNegated }) => filled.has(key) !== isNegated);
      if (known.size < 1_000) known.set(signature, side);
    }
    return side;
  };
  return { whole, of, keys, isTyped: /\{\{\{?\s*type\s*:/.test(plain) };
}

/** Another way to write templates, of which the first line says so. */
function withUsualDelimiters(format: string): string {
  const text = format.trimStart();
  if (!text.startsWith(OTHER_DELIMITERS)) return format;
  return text.slice(OTHER_DELIMITERS.length).replaceAll('<%', '{{').replaceAll('%>', '}}');
}

function withoutComments(format: string): string {
  let text = '';
  let at = 0;
  for (let start = format.indexOf('<!--'); start >= 0; start = format.indexOf('<!--', at)) {
    const end = format.indexOf('-->', start + 4);
    // What is not closed is text.
    if (end < 0) break;
    text += format.slice(at, start);
    at = end + 3;
  }
  return text + format.slice(at);
}

function parsed(fields: readonly string[], format: string): Node[] {
  const root: Node[] = [];
  const open: { key: string; nodes: Node[] }[] = [{ key: '', nodes: root }];
  const add = (node: Node): void => void open.at(-1)!.nodes.push(node);
  let at = 0;
  let count = 0;
  for (const { 0: tag, 1: inner = '', index } of format.matchAll(TAG)) {
    if (++count > NODES_MAX) break;
    if (index > at) add({ kind: 'text', html: format.slice(at, index) });
    at = index + tag.length;
    const given = inner.trim();
    const key = plainName(given.slice(1));
    if (given.startsWith('#') || given.startsWith('^')) {
      const section = { kind: 'section' as const, key, isNegated: given.startsWith('^'), nodes: [] };
      add(section);
      if (open.length < DEPTH_MAX) open.push(section);
    } else if (given.startsWith('/')) {
      // One that closes nothing that is open says nothing.
      const opened = open.findLastIndex((section, depth) => depth > 0 && section.key === key);
      if (opened > 0) open.length = opened;
    } else if (!/^[!=]/.test(given)) add({ kind: 'field', field: shownField(fields, given) });
  }
  add({ kind: 'text', html: format.slice(at) });
  return root;
}

/** A field with its filters, as `{{type:nc:Word}}`; undefined for what is no field of the note, such as `FrontSide`. */
function shownField(fields: readonly string[], given: string): ShownField | undefined {
  const names = given.split(':').map((name) => name.trim());
  const place = fields.indexOf(plainName(names.pop()));
  if (place < 0 || place > MARKED_MAX) return undefined;
  const has = (name: string): boolean => names.includes(name);
  const cloze = has('cloze') ? 'all' : has('cloze-only') ? 'only' : undefined;
  return {
    place,
    view: has('kanji') ? 'kanji' : has('kana') ? 'kana' : 'written',
    // A gap is asked all the same where it is typed.
    isTyped: has('type') && !cloze,
    isSpoken: names.some((name) => /^tts(-voices)?( |$)/.test(name)),
    hasReadings: has('furigana') || has('kanji') || has('kana'),
    isHint: has('hint'),
    ...(cloze && { cloze }),
  };
}

function shownOf(
  nodes: readonly Node[],
  isOpen: (section: { key: string; isNegated: boolean }) => boolean,
): ShownSide {
  const side: ShownSide = { fields: [], html: '' };
  const visit = (inside: readonly Node[]): void => {
    for (const node of inside) {
      if (node.kind === 'text') side.html += node.html;
      else if (node.kind === 'section') {
        if (isOpen(node)) visit(node.nodes);
      } else if (node.field) {
        side.fields.push(node.field);
        if (isSeen(node.field)) side.html += fieldMark(node.field.place);
      }
    }
  };
  visit(nodes);
  return side;
}

const placesOf = (fields: readonly ShownField[]): number[] => [...new Set(fields.map(({ place }) => place))];

/** The fields on both sides of a card, by their places, in the order in which they are shown. */
export interface ShownPlaces {
  asked: readonly number[];
  /** What stands in the answer and not in the question. What is only spoken, or a hint there, comes last. */
  answered: readonly number[];
}

/** The notes of a type mostly show the same fields. */
const PLACES = new WeakMap<ShownSide, { answer: ShownSide; places: ShownPlaces }>();

export function shownPlaces(question: ShownSide, answer: ShownSide): ShownPlaces {
  const known = PLACES.get(question);
  if (known?.answer === answer) return known.places;
  const places = placesOfSides(question, answer);
  PLACES.set(question, { answer, places });
  return places;
}

function placesOfSides(question: ShownSide, answer: ShownSide): ShownPlaces {
  const isUsual = ({ isSpoken, isHint }: ShownField): boolean => !isSpoken && !isHint;
  const isSpokenAlone = ({ isSpoken, isHint }: ShownField): boolean => isSpoken && !isHint;
  const shown = placesOf(question.fields.filter(isSeen));
  // A question that is nothing but a box has no other text.
  const asked = shown.length > 0 ? shown : placesOf(question.fields.filter(({ isHint }) => !isHint));
  const answered = new Set(
    placesOf([
      ...answer.fields.filter(isUsual),
      ...question.fields.filter(isUsual),
      ...answer.fields.filter(isSpokenAlone),
      ...question.fields.filter(isSpokenAlone),
      ...answer.fields.filter(({ isHint }) => isHint),
    ]),
  );
  return { asked, answered: [...answered.difference(new Set(asked))] };
}

const isSeen = ({ isTyped, isSpoken, isHint }: ShownField): boolean => !isTyped && !isSpoken && !isHint;
