const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/** Brands of MP4 that hold audio or a film; pictures (HEIC, AVIF) are MP4 as well. */
const MP4_BRAND = /^(M4A |M4B |M4P |F4A |mp4[12]|isom|iso[2-9]|dash|MSNV|3gp.|3g2.)$/;

/**
 * Returns the file extension of audio that browsers play, recognised by its first bytes. Some thousand bytes are
 * enough. Returns undefined for anything else, whatever its name says.
 */
export function audioExtension(head: Uint8Array): string | undefined {
  if (isId3(head)) return 'mp3';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WAVE') return 'wav';
  if (ascii(head, 0, 4) === 'OggS') return 'ogg';
  if (ascii(head, 0, 4) === 'fLaC') return 'flac';
  if (ascii(head, 4, 8) === 'ftyp' && MP4_BRAND.test(ascii(head, 8, 12))) return 'm4a';
  // EBML is Matroska in general; its DocType, which stands near the start, says that it is WebM.
  if (ascii(head, 0, 4) === '\x1a\x45\xdf\xa3')
    return ascii(head, 4, 64).includes('webm') ? 'webm' : undefined;
  if (startsWithFrames(head, mp3FrameLength)) return 'mp3';
  if (startsWithFrames(head, adtsFrameLength)) return 'aac';
  return undefined;
}

/** A tag before the audio: `ID3`, a version and a length of four times seven bits, which no text continues with. */
const isId3 = (head: Uint8Array): boolean =>
  ascii(head, 0, 3) === 'ID3' &&
  head.length >= 10 &&
  head[3]! < 0x10 &&
  head.subarray(6, 10).every((byte) => byte < 0x80);

/**
 * A frame begins with so few fixed bits that a stray pair of bytes looks like one. Where it says that it ends, the next
 * must begin, unless the file ends before.
 */
function startsWithFrames(head: Uint8Array, lengthAt: (bytes: Uint8Array, at: number) => number): boolean {
  const length = lengthAt(head, 0);
  if (length === 0) return false;
  return length + 8 > head.length || lengthAt(head, length) > 0;
}

// Kilobits a second of Layer III by the header's index: MPEG 1, then MPEG 2 and 2.5 (ISO 11172-3, 13818-3).
const MPEG1_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** Bytes of the Layer III frame whose header is here; 0 when there is none. */
function mp3FrameLength(bytes: Uint8Array, at: number): number {
  const [sync = 0, version = 0, rates = 0] = bytes.subarray(at, at + 3);
  // Eleven bits of sync, the version (01 is reserved), 01 for Layer III.
  if (sync !== 0xff || (version & 0xe6) !== 0xe2 || (version & 0x18) === 0x08) return 0;
  const isMpeg1 = (version & 0x18) === 0x18;
  const kilobits = (isMpeg1 ? MPEG1_RATES : MPEG2_RATES)[rates >> 4];
  const sampleRate = SAMPLE_RATES[(rates >> 2) & 3];
  if (!kilobits || !sampleRate) return 0;
  const divisor = isMpeg1 ? 1 : (version & 0x18) === 0x10 ? 2 : 4;
  const samplesPerByte = isMpeg1 ? 144 : 72;
  return Math.floor((samplesPerByte * kilobits * 1_000) / (sampleRate / divisor)) + ((rates >> 1) & 1);
}

/** Bytes of the ADTS frame (AAC) whose header is here; 0 when there is none. */
function adtsFrameLength(bytes: Uint8Array, at: number): number {
  const [sync = 0, layer = 0, profile = 0, high = 0, middle = 0, low = 0] = bytes.subarray(at, at + 6);
  // Twelve bits of sync and 00 for the layer; thirteen sample rates are defined.
  if (sync !== 0xff || (layer & 0xf6) !== 0xf0 || ((profile >> 2) & 0xf) > 12) return 0;
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return length > 7 ? length : 0;
}
