/** The names for 160 to 255 in their order, as HTML has had them from its beginning. */
const LATIN_1 = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc ' +
  'uuml yacute thorn yuml'
).split(' ');

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon ' +
  'phi chi psi omega';

const ENTITIES = new Map<string, string>([
  ...LATIN_1.map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
  ...GREEK.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0x3b1 + index)]),
  ...Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
    ...{ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' },
    ...{ hellip: '…', bull: '•', prime: '′', Prime: '″', lsaquo: '‹', rsaquo: '›', trade: '™', euro: '€' },
    ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔', lArr: '⇐', rArr: '⇒', hArr: '⇔' },
    ...{ minus: '−', le: '≤', ge: '≥', ne: '≠', asymp: '≈', equiv: '≡', infin: '∞', radic: '√', sum: '∑' },
    ...{ part: '∂', int: '∫', isin: '∈', cap: '∩', cup: '∪', sub: '⊂', forall: '∀', exist: '∃', empty: '∅' },
    ...{ Delta: 'Δ', Sigma: 'Σ', Omega: 'Ω', Pi: 'Π', OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š' },
    ...{ ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', zwnj: '\u200c', zwj: '\u200d' },
  }),
]);

/** Numbers from 128 to 159 mean what they are in Windows' Latin alphabet, as in every browser. */
const windows = new TextDecoder('windows-1252');

function ofNumber(number: number): string {
  if (number >= 0x80 && number <= 0x9f) return windows.decode(Uint8Array.of(number));
  const isLetter = number > 0 && number <= 0x10ffff && !(number >= 0xd800 && number <= 0xdfff);
  return isLetter ? String.fromCodePoint(number) : '\uFFFD';
}

/** Text with the entities of HTML read: all numbers, and the names that are in use. Others stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,9})|#[xX]([\da-fA-F]{1,8})|([A-Za-z]\w{1,9}));?/g, (whole, decimal, hex, name) => {
    if (decimal) return ofNumber(Number(decimal));
    if (hex) return ofNumber(Number.parseInt(hex, 16));
    return (whole.endsWith(';') && ENTITIES.get(name)) || whole;
  });
