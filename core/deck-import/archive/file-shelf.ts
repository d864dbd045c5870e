import type { ImportProblemCode } from '../cards/import-problems.ts';

/** A file of audio or a picture that was sent, wherever it lies. */
export interface SentFile {
  /** NFC; with folders when it comes from an archive. */
  name: string;
  /** What it may be called as well, where an archive does not say in which letters its names are. */
  others?: readonly string[];
  bytes: number;
  /** Its content, valid until the next one is asked for. Rejects with an ImportError when it is damaged. */
  content(): Promise<Buffer>;
  /** Not read unless a card uses it, and not missed: what else is in an Anki package. */
  isOptional?: boolean;
}

// Endings by which a file that no card uses counts as audio. A used file is recognised by its content.
const AUDIO_NAME = /\.(mp3|wav|ogg|oga|opus|m4a|mp4|aac|webm|flac)$/i;

export const isAudioName = (name: string): boolean => AUDIO_NAME.test(name);

const fold = (name: string): string => name.normalize('NFC').toLowerCase();
const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Returns the folders that all names have at their beginning: `a/` and `a/b/` of files in these. */
function commonFolders([first = '', ...others]: readonly string[]): string[] {
  let common = first.slice(0, first.lastIndexOf('/') + 1);
  for (const name of others)
    while (!name.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
  return [...common.matchAll(/\//g)].map(({ index }) => common.slice(0, index + 1));
}

/** Files by a name, as it is and with its case folded; null where several have it. */
class NameIndex {
  readonly #exact = new Map<string, SentFile | null>();
  readonly #folded = new Map<string, SentFile | null>();

  put(name: string, audio: SentFile): void {
    const folded = fold(name);
    this.#exact.set(name, this.#exact.has(name) ? null : audio);
    this.#folded.set(folded, this.#folded.has(folded) ? null : audio);
  }

  /** The file of this name, in the same case first; null for several, undefined for none. */
  get(name: string): SentFile | null | undefined {
    return this.#exact.get(name) ?? this.#folded.get(fold(name));
  }
}

/**
 * Finds the files that were sent by the names that cards give. A name is the path within the given folder or the whole
 * path. It may leave out folders that all files lie in, and be the file's own name. The own name is looked for first
 * within the folder. Case counts only where two names differ in nothing else. What a name may be by other code pages is
 * looked for last. Finding takes the same time however many files share a name.
 */
export class FileShelf {
  readonly all: readonly SentFile[];
  readonly usedAsAudio = new Set<SentFile>();
  readonly usedAsPicture = new Set<SentFile>();
  readonly #folder: string;
  readonly #byPath = new NameIndex();
  readonly #byBase = new NameIndex();
  readonly #byBaseInFolder = new NameIndex();
  readonly #byOther = new NameIndex();
  /** The folders that all files lie in, the outermost first, each with those before it. */
  readonly #common: readonly string[];

  constructor(all: readonly SentFile[], folder: string | null) {
    this.all = all;
    this.#folder = folder ? `${folder}/` : '';
    for (const audio of all) {
      this.#byPath.put(audio.name, audio);
      this.#byBase.put(baseOf(audio.name), audio);
      for (const name of new Set(audio.others?.flatMap((one) => [one, baseOf(one)])))
        this.#byOther.put(name, audio);
      if (folder && fold(audio.name).startsWith(fold(this.#folder)))
        this.#byBaseInFolder.put(baseOf(audio.name), audio);
    }
    this.#common = commonFolders(all.map(({ name }) => name));
  }

  isUsed(file: SentFile): boolean {
    return this.usedAsAudio.has(file) || this.usedAsPicture.has(file);
  }

  /** What no card uses, without what nobody misses. */
  get unused(): SentFile[] {
    return this.all.filter((file) => !file.isOptional && !this.isUsed(file));
  }

  /** How many files cards use. */
  get used(): number {
    return this.usedAsAudio.size + this.usedAsPicture.size;
  }

  /** True for a name that one file has, or several. */
  has(given: string): boolean {
    return this.#find(given) !== undefined;
  }

  /** The audio that a card means, which then counts as used; or why there is none. */
  findAudio(given: string): SentFile | Extract<ImportProblemCode, 'audio_missing' | 'audio_ambiguous'> {
    const found = this.#find(given);
    if (!found) return found === null ? 'audio_ambiguous' : 'audio_missing';
    this.usedAsAudio.add(found);
    return found;
  }

  /** Finds a card's picture as `findAudio` does; its name may be written as addresses are. */
  findPicture(given: string): SentFile | Extract<ImportProblemCode, 'picture_missing' | 'picture_ambiguous'> {
    let found = this.#find(given);
    if (found === undefined && given.includes('%')) found = this.#find(fromAddress(given));
    if (!found) return found === null ? 'picture_ambiguous' : 'picture_missing';
    this.usedAsPicture.add(found);
    return found;
  }

  /** Null for several. */
  #find(given: string): SentFile | null | undefined {
    const name = given
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^(\.\/)+/, '');
    let found = this.#byPath.get(this.#folder + name);
    if (found === undefined) found = this.#byPath.get(name);
    for (const folder of this.#common) if (found === undefined) found = this.#byPath.get(folder + name);
    if (found === undefined) found = this.#byBaseInFolder.get(baseOf(name));
    if (found === undefined) found = this.#byBase.get(baseOf(name));
    if (found === undefined) found = this.#byOther.get(name) ?? this.#byOther.get(baseOf(name));
    return found;
  }
}

function fromAddress(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
