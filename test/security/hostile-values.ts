/** Raw text that stands in the place of a value in JSON; what is no JSON breaks the whole body. */
export type RawJson = string;

const LONG = 50_000;

/** Texts that do harm where a program takes them for more than text. */
export const HOSTILE_TEXTS: string[] = [
  '',
  ' ',
  "' or 1=1 --",
  "'; drop table users; --",
  "\\'; select pg_sleep(10); --",
  "' union select password_hash from users --",
  '1); delete from events; --',
  '$1',
  '$$ || pg_sleep(10) || $$',
  '%',
  '_%\\',
  '*)(uid=*',
  '"; return process.env; //',
  '{{constructor.constructor("return process")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is hostile as it stands
  '${7*7}',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/passwd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'toString',
  'true',
  'null',
  'NaN',
  '-1',
  '0',
  '1e309',
  '2147483648',
  '9007199254740993',
  '0x10',
  'a\u0000b',
  'a\r\nSet-Cookie: a=b',
  '{"level":60,"msg":"forged"}\n{"level":60}',
  '\u202eabc\u202d',
  '\u200b\u200d\ufeff',
  '\ud800',
  'e\u0301'.repeat(500),
  '👩‍👩‍👧‍👦'.repeat(200),
  'a'.repeat(LONG),
  '('.repeat(LONG),
  ' '.repeat(LONG),
  '=cmd|calc!A1',
];

const OTHER_TYPES: RawJson[] = [
  'null',
  'true',
  'false',
  '-1',
  '0',
  '1.5',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '1e400',
  '-1e400',
  '[]',
  '{}',
  '[[1]]',
  '["a","b"]',
  '{"id":1}',
  '{"__proto__":{"polluted":"yes"}}',
  '{"constructor":{"prototype":{"polluted":"yes"}}}',
  '{"length":1000000000}',
  '{"toString":"x","valueOf":"y"}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `[${'1,'.repeat(9_999)}1]`,
];

/** What stands in the place of a field of a body. */
export const HOSTILE_JSON: RawJson[] = [...HOSTILE_TEXTS.map((text) => JSON.stringify(text)), ...OTHER_TYPES];

/** Bytes of UTF-8 that are no text, a NUL, and ways out of the place, as written in an address. */
const RAW_SEGMENTS: string[] = [
  '%',
  '%00',
  '%ff%fe',
  '%c0%ae%c0%ae%2f',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '..%5c..%5c',
  '%252e%252e%252f',
  'a%0d%0aSet-Cookie:%20a=b',
  'a'.repeat(5_000),
];

const shortEnough = (text: string): boolean => encodeURIComponent(text).length < 12_000;

/** What stands in the place of a parameter or of a value in the query of an address. Heads end at 16 KB. */
export const HOSTILE_SEGMENTS: string[] = [
  ...RAW_SEGMENTS,
  ...HOSTILE_TEXTS.filter((text) => text.isWellFormed() && text !== '' && shortEnough(text)).map(
    encodeURIComponent,
  ),
];

/** A query's names that say a thing twice, or reach for an object's insides. */
export const hostileQueries = (name: string): string[] => [
  `${name}=1&${name}=2`,
  `${name}[]=1`,
  `${name}[a]=1`,
  `${name}[__proto__][polluted]=yes`,
  `__proto__[polluted]=yes`,
  'constructor.prototype.polluted=yes',
  `${'a=1&'.repeat(3_000)}${name}=1`,
];

/** Bodies that are wrong as a whole. */
export interface HostileBody {
  name: string;
  type: string;
  bytes: Buffer | string;
}

const JSON_TYPE = 'application/json';

export const HOSTILE_BODIES: HostileBody[] = [
  { name: 'no JSON', type: JSON_TYPE, bytes: '{' },
  { name: 'a prototype', type: JSON_TYPE, bytes: '{"__proto__":{"polluted":"yes"}}' },
  { name: 'a constructor', type: JSON_TYPE, bytes: '{"constructor":{"prototype":{"polluted":"yes"}}}' },
  { name: 'a list', type: JSON_TYPE, bytes: '[]' },
  { name: 'null', type: JSON_TYPE, bytes: 'null' },
  { name: 'a text', type: JSON_TYPE, bytes: '"a"' },
  { name: 'nothing', type: JSON_TYPE, bytes: '' },
  { name: 'depth', type: JSON_TYPE, bytes: `${'['.repeat(30_000)}${']'.repeat(30_000)}` },
  {
    name: 'a hundred thousand names',
    type: JSON_TYPE,
    bytes: `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join()}}`,
  },
  {
    name: 'the names of one body',
    type: JSON_TYPE,
    bytes: `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join()}}`,
  },
  {
    name: 'broken UTF-8',
    type: JSON_TYPE,
    bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x3a, 0x31, 0x7d]),
  },
  { name: 'UTF-16', type: JSON_TYPE, bytes: Buffer.from('{"title":"a"}', 'utf16le') },
  { name: 'plain text', type: 'text/plain', bytes: '{"title":"a"}' },
  { name: 'a form of a page', type: 'application/x-www-form-urlencoded', bytes: 'title=a' },
  {
    name: 'XML',
    type: 'application/xml',
    bytes: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  },
  { name: 'a tab in the type', type: 'application/json\t; charset=utf-8', bytes: '{"title":7}' },
  { name: 'half a parameter of the type', type: 'application/json;', bytes: '{"title":7}' },
  { name: 'a list of types', type: 'application/json, text/plain', bytes: '{"title":7}' },
  { name: 'a form without a boundary', type: 'multipart/form-data', bytes: '--x\r\n' },
  {
    name: 'a form that does not end',
    type: 'multipart/form-data; boundary=x',
    bytes: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
  },
  {
    name: 'a form that names a prototype',
    type: 'multipart/form-data; boundary=x',
    bytes: formOf([
      ['__proto__', 'yes'],
      ['constructor', 'yes'],
      ['title', 'a'],
    ]),
  },
  {
    name: 'a form of two thousand fields',
    type: 'multipart/form-data; boundary=x',
    bytes: formOf(Array.from({ length: 2_000 }, (_, index) => [`f${index}`, 'a'])),
  },
  {
    name: 'a file called after a place',
    type: 'multipart/form-data; boundary=x',
    bytes: `--x\r\nContent-Disposition: form-data; name="audio_file"; filename="../../../etc/cron.d/a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n<script>\r\n--x--\r\n`,
  },
];

function formOf(fields: [name: string, value: string][]): string {
  const parts = fields.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--x--\r\n`;
}
