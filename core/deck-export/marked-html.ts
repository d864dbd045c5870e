import { type MarkedPiece, markedPieces } from '../text/marked-text.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What Anki would read as an order: to play a file, to run LaTeX, to leave a gap. */
const ORDERS = /\[(?=sound:|anki:|latex\]|\$)|\{(?=\{c\d)/gi;

/** Parts the fields of a note. */
export const FIELD_SEPARATOR = '\x1f';

const asEntity = (sign: string): string => `&#${sign.charCodeAt(0)};`;

/** A text as HTML that shows it as it stands. */
export const textAsHtml = (text: string): string =>
  text
    .replaceAll(FIELD_SEPARATOR, ' ')
    .replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)
    .replace(ORDERS, asEntity)
    .replace(/\r\n|\r|\n/g, '<br>');

/** MathJax reads a formula across comments and entities, but not across elements. */
const lettersAsHtml = (text: string): string =>
  textAsHtml(text).replace(/\\([([]|&#91;)/g, `${asEntity('\\')}<span>$1</span>`);

/** The first letter of a mark that is none is an entity: by it the import knows that it was escaped. */
const escapedAsHtml = (letters: string): string =>
  /^\\/.test(letters) ? lettersAsHtml(letters) : asEntity(letters) + textAsHtml(letters.slice(1));

/** A card's text as HTML: its marks as elements, its formulas as MathJax reads them. */
export const markedAsHtml = (text: string, depth = 0): string =>
  markedPieces(text, depth)
    .map((piece) => pieceAsHtml(piece, depth))
    .join('');

function pieceAsHtml(piece: MarkedPiece, depth: number): string {
  if (piece.kind === 'letters') return lettersAsHtml(piece.source);
  if (piece.kind === 'escaped') return escapedAsHtml(piece.letters);
  const { part, source } = piece;
  if (source.startsWith('{')) {
    const [base = '', reading = ''] = source.slice(1, -1).split('|').map(lettersAsHtml);
    return `<ruby>${base}<rt>${reading}</rt></ruby>`;
  }
  if (part.kind !== 'bold' && part.kind !== 'italic') return textAsHtml(source);
  const name = part.kind === 'bold' ? 'b' : 'i';
  return `<${name}>${markedAsHtml(source.slice(2, -2), depth + 1)}</${name}>`;
}
