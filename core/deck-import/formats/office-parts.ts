import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { Archive, ArchiveEntry } from '../archive/zip-archive.ts';
import { ImportError } from '../cards/import-problems.ts';
import { WORKBOOK_MAX } from '../import-limits.ts';

const MEGABYTE = 1024 * 1024;

/** What is wrong with an Excel file. */
export const malformed = (detail: string, cause?: unknown): ImportError =>
  new ImportError('xlsx_malformed', { detail }, cause);

/** What one part says of another. */
export interface Relation {
  id: string;
  /** The last word of its type: `worksheet`, whatever the edition of the standard. */
  type: string;
  /** The path of the part that it refers to. */
  path: string;
}

/** The parts of an Office file, found by their relations. Case does not count in their names. */
export class PackageParts {
  readonly #archive: Archive;
  readonly #entries: Map<string, ArchiveEntry>;

  constructor(archive: Archive) {
    this.#archive = archive;
    this.#entries = new Map(archive.entries.map((entry) => [entry.name.toLowerCase(), entry]));
  }

  documentPath(): string | undefined {
    const usual = this.has('xl/workbook.xml') ? 'xl/workbook.xml' : undefined;
    return this.#entries.has('_rels/.rels')
      ? (this.relations('').find(({ type }) => type === 'officeDocument')?.path ?? usual)
      : usual;
  }

  /** Throws `file_too_large` when the XML is more than is held in memory. */
  requireRoom(): void {
    const bytes = [...this.#entries.values()]
      .filter(({ name }) => /\.(xml|rels)$/i.test(name))
      .reduce((sum, part) => sum + part.bytes, 0);
    if (bytes > WORKBOOK_MAX) throw new ImportError('file_too_large', { megabytes: WORKBOOK_MAX / MEGABYTE });
  }

  has = (path: string): boolean => this.#entries.has(path.toLowerCase());

  /** What the part with this path refers to; the package itself is ''. Empty when it refers to nothing. */
  relations(path: string): Relation[] {
    const at = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, at);
    const relations: Relation[] = [];
    const own = `${folder}_rels/${path.slice(at)}.rels`;
    if (!this.has(own)) return [];
    this.read(own, {
      open(name, attributes) {
        if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
        const type = (attributes.get('Type') ?? '').split('/').at(-1)!;
        const target = attributes.get('Target') ?? '';
        relations.push({ id: attributes.get('Id') ?? '', type, path: resolved(folder, target) });
      },
    });
    return relations;
  }

  /** The name of the part's outermost element; undefined for one that is not there or no XML. */
  rootOf(path: string): string | undefined {
    if (!this.has(path) || !/\.xml$/i.test(path)) return undefined;
    const names = new Set<string>();
    this.read(path, { open: (name) => void names.add(name) });
    return [...names][0];
  }

  /** Throws `xlsx_malformed` for one that is not there, or no XML. */
  read(path: string, reader: XmlReader): void {
    const entry = this.#entries.get(path.toLowerCase());
    if (!entry) throw malformed(`“${path.slice(0, 100)}” is missing`);
    readXml(this.#archive.read(entry), reader, () =>
      malformed(`the XML of “${path.slice(0, 100)}” is not as it should be`),
    );
  }
}

/** The path of what is named in a folder, or from the top. */
function resolved(folder: string, target: string): string {
  const steps: string[] = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const step of target.replaceAll('%20', ' ').split(/[/\\]/)) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/').normalize('NFC');
}

/** What an XML document gives its reader, by names without their prefix. */
export interface XmlReader {
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads a document with the tokenizer alone: it takes time by the length of what it reads, whatever stands in it. */
class XmlTokens implements TokenizerCallbacks {
  readonly #xml: string;
  readonly #reader: XmlReader;
  #name = '';
  #attribute = '';
  #attributes = new Map<string, string>();
  /** Elements that are open. */
  depth = 0;
  elements = 0;

  constructor(xml: string, reader: XmlReader) {
    this.#xml = xml;
    this.#reader = reader;
  }

  ontext = (start: number, end: number): void => this.#reader.text?.(this.#xml.slice(start, end));
  ontextentity = (codePoint: number): void => this.#reader.text?.(String.fromCodePoint(codePoint));

  onopentagname(start: number, end: number): void {
    this.#name = localName(this.#xml.slice(start, end));
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    const name = this.#xml.slice(start, end);
    // `r:id` is another one than `id`, whatever its prefix; declarations of prefixes say nothing.
    this.#attribute = name.startsWith('xmlns') ? '' : localName(name);
    if (this.#attribute !== '') this.#attributes.set(this.#attribute, '');
  }

  onattribdata = (start: number, end: number): void => this.#addToAttribute(this.#xml.slice(start, end));
  onattribentity = (codePoint: number): void => this.#addToAttribute(String.fromCodePoint(codePoint));

  #addToAttribute(text: string): void {
    if (this.#attribute !== '')
      this.#attributes.set(this.#attribute, this.#attributes.get(this.#attribute)! + text);
  }

  onattribend(): void {}

  onopentagend(): void {
    this.depth++;
    this.elements++;
    this.#reader.open?.(this.#name, this.#attributes);
  }

  onselfclosingtag(): void {
    this.elements++;
    this.#reader.open?.(this.#name, this.#attributes);
    this.#reader.close?.(this.#name);
  }

  onclosetag(start: number, end: number): void {
    this.depth--;
    this.#reader.close?.(localName(this.#xml.slice(start, end)));
  }

  oncdata = (start: number, end: number, cut: number): void =>
    this.#reader.text?.(this.#xml.slice(start, end - cut));

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}

function readXml(bytes: Buffer, reader: XmlReader, failure: () => ImportError): void {
  const mark = bytes[0] === 0xff || bytes[0] === 0xfe;
  const xml = new TextDecoder(mark ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
  const tokens = new XmlTokens(xml, reader);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, tokens);
  tokenizer.write(xml);
  tokenizer.end();
  if (tokens.depth !== 0 || tokens.elements === 0) throw failure();
}
