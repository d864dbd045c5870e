const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/** Brands of MP4 that hold audio or a film; pictures (HEIC, AVIF) are MP4 as well. */
const MP4_BRAND =
  /^(M4[ABPV] |M4VH|M4VP|F4[ABPV] |mp4[12]|mp71|mmp4|isom|iso[2-9a-c]|avc1|dash|dsms|dby1|cmf[cfs2]|piff|msdh|msix|MSNV|ND[A-Z]{2}|caqv|kddi|qt {2}|3g[2epgrs].)$/;
const PICTURE_BRAND = /^(hei[cxms]|hev[cxms]|mif[12]|msf1|avi[fs]|jp[2xh] |crx )$/;
/** Parts that may stand at the beginning of an MP4; of the last ones the next has to be looked at. */
const MP4_PARTS = /^(moov|mdat|moof)$/;
const MP4_FILLING = /^(free|skip|wide|pdin)$/;

/** Bytes before the first frame that are passed over, as players do. */
const STRAY_MAX = 8 * 1024;

/**
 * Returns the file extension of audio that browsers play, recognised by its first bytes. Some thousand bytes behind its
 * tags are enough. Returns undefined for anything else, whatever its name says.
 */
export function audioExtension(head: Uint8Array): string | undefined {
  const start = tagsEnd(head);
  // A tag with a picture in it may be longer than what is here. Almost always an MP3 follows.
  if (start >= head.length) return start > 0 ? 'mp3' : undefined;
  const bytes = start === 0 ? head : head.subarray(start);
  return extensionOf(bytes) ?? (start > 0 || startsWithFrames(bytes) ? 'mp3' : undefined);
}

function extensionOf(bytes: Uint8Array): string | undefined {
  // A frame begins with a byte with which no name does.
  if (bytes[0] === 0xff) return isFrameBegun(bytes, 0, adtsFrame) ? 'aac' : undefined;
  const name = ascii(bytes, 0, 4);
  if (name === 'RIFF') return ascii(bytes, 8, 12) === 'WAVE' ? 'wav' : undefined;
  if (name === 'OggS') return 'ogg';
  if (name === 'fLaC') return 'flac';
  if (isMp4(bytes)) return 'm4a';
  // EBML is Matroska in general; its DocType, which stands near the start, says that it is WebM.
  if (name === '\x1a\x45\xdf\xa3') return ascii(bytes, 4, 256).includes('webm') ? 'webm' : undefined;
  return undefined;
}

/** Where the tags end that stand before audio: those of ID3, of which there may be several, and of APE. */
function tagsEnd(bytes: Uint8Array): number {
  let at = 0;
  for (let length = tagLength(bytes); length > 0; length = tagLength(bytes.subarray(at))) at += length;
  return at;
}

const HAS_FOOTER = 0x10;

function tagLength(bytes: Uint8Array): number {
  // Most files begin with neither.
  if (bytes[0] !== 0x49 && bytes[0] !== 0x41) return 0;
  if (isId3(bytes)) {
    const size = bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0);
    return 10 + size + (bytes[5]! & HAS_FOOTER ? 10 : 0);
  }
  if (bytes.length < 32 || ascii(bytes, 0, 8) !== 'APETAGEX') return 0;
  return 32 + (bytes[12]! | (bytes[13]! << 8) | (bytes[14]! << 16));
}

/** A tag before the audio: `ID3`, a version and a length of four times seven bits, which no text continues with. */
const isId3 = (head: Uint8Array): boolean =>
  ascii(head, 0, 3) === 'ID3' &&
  head.length >= 10 &&
  head[3]! < 0x10 &&
  head.subarray(6, 10).every((byte) => byte < 0x80);

/** By its brands. Files of QuickTime may have none, and their parts may stand in any order. */
function isMp4(bytes: Uint8Array): boolean {
  let at = 0;
  for (let parts = 0; at + 8 <= bytes.length && parts < 8; parts++) {
    const name = ascii(bytes, at + 4, at + 8);
    const length =
      ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
    if (name === 'ftyp') return hasSound(bytes.subarray(at, at + Math.min(length, 256)));
    if (MP4_PARTS.test(name)) return length === 0 || length === 1 || length >= 8;
    if (!MP4_FILLING.test(name) || length < 8) return false;
    at += length;
  }
  return false;
}

/** The first brand says how a file is read best. Those from the sixteenth byte on say how else it can be. */
function hasSound(type: Uint8Array): boolean {
  const first = ascii(type, 8, 12);
  if (PICTURE_BRAND.test(first)) return false;
  for (let at = 8; at + 4 <= type.length; at += at === 8 ? 8 : 4)
    if (MP4_BRAND.test(ascii(type, at, at + 4))) return true;
  return false;
}

/** A frame by its header: its length in bytes, and what all frames of a file have in common. */
interface Frame {
  length: number;
  kind: string;
}

type FrameReader = (bytes: Uint8Array, at: number) => Frame | undefined;

/** How many frames in a row are no chance, at the very beginning and behind stray bytes. */
const FRAMES_FIRST = 2;
const FRAMES_BEHIND = 4;

/**
 * Returns whether frames begin here, or behind bytes that players pass over. A frame begins with so few fixed bits that
 * a stray pair of bytes looks like one: where it says that it ends, the next must begin.
 */
function startsWithFrames(bytes: Uint8Array): boolean {
  if (isFrameBegun(bytes, 0, mp3Frame) || isFreeBegun(bytes, 0)) return true;
  const last = Math.min(bytes.length, STRAY_MAX);
  for (let at = bytes.indexOf(0xff, 1); at > 0 && at < last; at = bytes.indexOf(0xff, at + 1))
    if (areFrames(bytes, at) || isFreeBegun(bytes, at)) return true;
  return false;
}

/** Two frames in a row, or one where the file ends before the next. */
function isFrameBegun(bytes: Uint8Array, at: number, frameAt: FrameReader): boolean {
  const frame = frameAt(bytes, at);
  if (!frame) return false;
  return at + frame.length + 8 > bytes.length || frameAt(bytes, at + frame.length) !== undefined;
}

/** Several frames of one kind, or fewer up to the very end. */
function areFrames(bytes: Uint8Array, start: number): boolean {
  const first = mp3Frame(bytes, start);
  let at = start;
  for (let count = 0; first && count < FRAMES_BEHIND; count++) {
    const frame = mp3Frame(bytes, at);
    if (!frame || frame.kind !== first.kind) return count >= FRAMES_FIRST && isEnd(bytes, at);
    at += frame.length;
    if (at > bytes.length) return count >= FRAMES_FIRST;
  }
  return first !== undefined;
}

/** The end of the file, or of its audio: a tag of 128 bytes, or one of APE, may follow. */
const isEnd = (bytes: Uint8Array, at: number): boolean =>
  at === bytes.length || /^(TAG|APETAGEX)/.test(ascii(bytes, at, at + 8));

// Kilobits a second of Layer III by the header's index: MPEG 1, then MPEG 2 and 2.5 (ISO 11172-3, 13818-3).
const MPEG1_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** A header of Layer III; undefined when there is none. Its bit rate is 0 where it is free. */
function mp3Header(bytes: Uint8Array, at: number) {
  const [sync = 0, version = 0, rates = 0xff] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  // Eleven bits of sync, the version (01 is reserved), 01 for Layer III.
  if (sync !== 0xff || (version & 0xe6) !== 0xe2 || (version & 0x18) === 0x08) return undefined;
  const isMpeg1 = (version & 0x18) === 0x18;
  const kilobits = (isMpeg1 ? MPEG1_RATES : MPEG2_RATES)[rates >> 4];
  const sampleRate = SAMPLE_RATES[(rates >> 2) & 3];
  if (kilobits === undefined || sampleRate === undefined) return undefined;
  const padding = (rates >> 1) & 1;
  return { version, isMpeg1, kilobits, sampleRate, padding, kind: `${version & 0x1e} ${sampleRate}` };
}

function mp3Frame(bytes: Uint8Array, at: number): Frame | undefined {
  const header = mp3Header(bytes, at);
  if (!header?.kilobits) return undefined;
  const { version, isMpeg1, kilobits, sampleRate, padding, kind } = header;
  const divisor = isMpeg1 ? 1 : (version & 0x18) === 0x10 ? 2 : 4;
  const samplesPerByte = isMpeg1 ? 144 : 72;
  const length = Math.floor((samplesPerByte * kilobits * 1_000) / (sampleRate / divisor)) + padding;
  return { length, kind };
}

/** Of a free bit rate, the most bytes of a frame: 640 kilobits at the lowest sample rate. */
const FREE_MAX = 5_760;

/** Returns whether frames of a free bit rate begin there: the distance to the next one is that to the one behind it. */
function isFreeBegun(bytes: Uint8Array, start: number): boolean {
  const first = mp3Header(bytes, start);
  if (first?.kilobits !== 0) return false;
  const isNext = (at: number): boolean => {
    const next = mp3Header(bytes, at);
    return next?.kilobits === 0 && next.kind === first.kind;
  };
  const last = Math.min(bytes.length, start + FREE_MAX);
  for (let at = bytes.indexOf(0xff, start + 24); at > 0 && at < last; at = bytes.indexOf(0xff, at + 1)) {
    const distance = at - start;
    if (isNext(at) && [0, 1, -1].some((padding) => isNext(at + distance + padding))) return true;
  }
  return false;
}

/** A frame of ADTS (AAC); undefined when there is none. */
function adtsFrame(bytes: Uint8Array, at: number): Frame | undefined {
  if (bytes[at] !== 0xff) return undefined;
  const [sync = 0, layer = 0, profile = 0, high = 0, middle = 0, low = 0] = bytes.subarray(at, at + 6);
  // Twelve bits of sync and 00 for the layer; thirteen sample rates are defined.
  if (sync !== 0xff || (layer & 0xf6) !== 0xf0 || ((profile >> 2) & 0xf) > 12) return undefined;
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return length > 7 ? { length, kind: `${layer} ${profile}` } : undefined;
}
