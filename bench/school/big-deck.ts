import { randomFillSync } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

export interface BigDeck {
  /** The cards, as JSON. */
  json: string;
  /** Their files, a real archive as programs make them: each file deflated. */
  archive: string;
}

const WORDS = [
  'học',
  'nhớ',
  'the lesson',
  'to remember',
  'một',
  'cái bàn',
  'window',
  'bring',
  'sông',
  'trường',
];

/** Of an MP3 a tag, of a PNG a header that says a size and an end; between them what nobody can compress. */
function content(files: BigDeckFiles, bytes: number): Buffer {
  const made = randomFillSync(Buffer.allocUnsafe(bytes));
  if (files === 'audio') made.write('ID3\x04\0\0\0\0\0\0', 'latin1');
  else {
    made.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\0\0\0\x03\0\x08\x02\0\0\0', 'latin1');
    made.write('\0\0\0\0IEND\xae\x42\x60\x82', bytes - 12, 'latin1');
  }
  return made;
}

/** What the files of a big deck are. */
export type BigDeckFiles = 'audio' | 'pictures';

/** A deck with a file for each card, of about `fileBytes` each. */
export async function makeBigDeck(
  folder: string,
  cards: number,
  fileBytes: number,
  files: BigDeckFiles = 'audio',
): Promise<BigDeck> {
  const nameOf = (index: number): string => (files === 'audio' ? `${index}.mp3` : `${index}.png`);
  const [json, archive] = [join(folder, 'deck.json'), join(folder, 'audio.zip')];
  const word = (index: number): string => WORDS[index % WORDS.length]!;
  const list = Array.from({ length: cards }, (_, index) => ({
    id: `word-${index}`,
    front: `${word(index)} ${index}`,
    back: `${word(index * 7 + 1)} ${index}`,
    example_sentence: `Đây là một câu ví dụ có ${word(index * 3)} số ${index} ở trong, dài như thường thấy.`,
    definition: `What ${word(index * 3)} number ${index} means, in a sentence of the usual length.`,
    part_of_speech: 'noun',
    level: 'B1',
    ...(files === 'audio' ? { audio: nameOf(index) } : { back_picture: nameOf(index) }),
  }));
  await writeFile(json, JSON.stringify({ cards: list }));
  const zip = new yazl.ZipFile();
  const written = pipeline(zip.outputStream as unknown as NodeJS.ReadableStream, createWriteStream(archive));
  for (let index = 0; index < cards; index++) {
    const bytes = Math.round(fileBytes * (0.5 + (index % 100) / 99));
    zip.addReadStreamLazy(`files/${nameOf(index)}`, { size: bytes }, (give) =>
      give(null, Readable.from([content(files, bytes)])),
    );
  }
  zip.end();
  await written;
  return { json, archive };
}
