/** What no file system takes in a name, and what cannot be seen in one. */
const UNWRITABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;

/** Letters of a title that file names have; far less than the 255 bytes that systems take. */
const NAME_LETTERS = 60;

/** A file's name, from a deck's title: `Từ vựng.zip`. */
export function exportFileName(title: string, extension: string): string {
  const name = [...title.toWellFormed().replace(UNWRITABLE, ' ')]
    .slice(0, NAME_LETTERS)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${name || 'deck'}.${extension}`;
}

const inAscii = (text: string): string =>
  text
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]+|["\\%]/g, '_');

/** `Content-Disposition` that saves an answer under this name (RFC 6266): in plain letters, and in its own. */
export function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${inAscii(fileName)}"; filename*=UTF-8''${encoded}`;
}
