import { readFileSync } from 'node:fs';

/** A real MP3, of an official deck. */
export const MP3 = readFileSync('content/official-decks/audio/advice.mp3');

export interface FormFile {
  bytes: Buffer;
  name: string;
  type: string;
}

/** A file as a browser's form sends it, under a name and a type of the sender's choice. */
export const fileOf = (bytes: Buffer | string, name = 'sound.mp3', type = 'audio/mpeg'): FormFile => ({
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  name,
  type,
});

export type FormFields = Record<string, string | FormFile> | [name: string, value: string | FormFile][];

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

/** The body and the headers of a form of these fields, in this order. */
export function formOf(fields: FormFields): { body: Buffer; headers: { 'content-type': string } } {
  const parts = (Array.isArray(fields) ? fields : Object.entries(fields)).flatMap(([name, value]) => {
    const isFile = typeof value === 'object';
    const file = isFile ? `; filename="${value.name}"\r\nContent-Type: ${value.type}` : '';
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), isFile ? value.bytes : Buffer.from(value), Buffer.from('\r\n')];
  });
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
