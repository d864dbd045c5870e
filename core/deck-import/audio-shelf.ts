import { audioExtension } from '../audio-type.ts';
import type { ImportProblemCode } from './import-problems.ts';

/** One file of audio that was sent, wherever it lies. */
export interface SentAudio {
  /** NFC; with folders when it comes from an archive. */
  name: string;
  bytes: number;
  /** Its content, valid until the next one is asked for. Rejects with an ImportError when it is damaged. */
  content(): Promise<Buffer>;
}

/** Bytes by which audio is told. */
const HEAD_BYTES = 16 * 1024;

// Endings by which a file that no card uses counts as audio; what cards use is told by its content.
const AUDIO_NAME = /\.(mp3|wav|ogg|oga|opus|m4a|mp4|aac|webm|flac)$/i;

/** The file extension of audio that browsers play; undefined for anything else. */
export const playableExtension = (content: Buffer): string | undefined =>
  audioExtension(content.subarray(0, HEAD_BYTES));

export const isAudioName = (name: string): boolean => AUDIO_NAME.test(name);

const fold = (name: string): string => name.normalize('NFC').toLowerCase();
const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * All the audio that was sent, found by the names that cards give: the whole path, the path within the given folder,
 * or the file's own name. Upper and lower case count only where two names differ in nothing else.
 */
export class AudioShelf {
  readonly all: readonly SentAudio[];
  readonly used = new Set<SentAudio>();
  readonly #byPath = new Map<string, SentAudio[]>();
  readonly #byBase = new Map<string, SentAudio[]>();
  readonly #folder: string;

  constructor(all: readonly SentAudio[], folder: string | null) {
    this.all = all;
    this.#folder = folder ? `${folder}/` : '';
    const put = (map: Map<string, SentAudio[]>, key: string, audio: SentAudio): void => {
      const same = map.get(key);
      if (same) same.push(audio);
      else map.set(key, [audio]);
    };
    for (const audio of all) {
      put(this.#byPath, fold(audio.name), audio);
      put(this.#byBase, fold(baseOf(audio.name)), audio);
    }
  }

  /** The file that a card means, which then counts as used; or why there is none. */
  find(given: string): SentAudio | Extract<ImportProblemCode, 'audio_missing' | 'audio_ambiguous'> {
    const name = given
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^(\.\/)+/, '');
    const candidates =
      this.#byPath.get(fold(this.#folder + name)) ??
      this.#byPath.get(fold(name)) ??
      this.#inFolder(this.#byBase.get(fold(baseOf(name))) ?? []);
    if (candidates.length === 0) return 'audio_missing';
    const exact = candidates.filter((audio) => baseOf(audio.name) === baseOf(name));
    const found = candidates.length > 1 ? exact : candidates;
    if (found.length !== 1) return 'audio_ambiguous';
    this.used.add(found[0]!);
    return found[0]!;
  }

  /** Where a folder was given, what lies elsewhere is not meant unless nothing in it is. */
  #inFolder(found: SentAudio[]): SentAudio[] {
    const inside = found.filter(({ name }) => fold(name).startsWith(fold(this.#folder)));
    return inside.length ? inside : found;
  }
}
