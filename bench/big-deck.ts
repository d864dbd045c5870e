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
  /** Their audio, a real archive as programs make them: each file deflated. */
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

/** Of an MP3: a tag, then frames that nobody can compress. */
function audio(bytes: number): Buffer {
  const content = Buffer.allocUnsafe(bytes);
  randomFillSync(content);
  Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1').copy(content);
  return content;
}

/** A deck with an audio file for each card, of about `audioBytes` each. */
export async function makeBigDeck(folder: string, cards: number, audioBytes: number): Promise<BigDeck> {
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
    audio: `${index}.mp3`,
  }));
  await writeFile(json, JSON.stringify({ cards: list }));
  const zip = new yazl.ZipFile();
  const written = pipeline(zip.outputStream as unknown as NodeJS.ReadableStream, createWriteStream(archive));
  for (let index = 0; index < cards; index++) {
    const bytes = Math.round(audioBytes * (0.5 + (index % 100) / 99));
    zip.addReadStreamLazy(`audio/${index}.mp3`, { size: bytes }, (give) =>
      give(null, Readable.from([audio(bytes)])),
    );
  }
  zip.end();
  await written;
  return { json, archive };
}
