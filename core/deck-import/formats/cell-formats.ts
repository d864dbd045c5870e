import { format as asShown, getFormatDateInfo, isDateFormat } from 'numfmt';
import type { XmlReader } from './office-parts.ts';

/** The formats that need no description in a file. */
const BUILT_IN: Partial<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  // Those of money have the sign of the reader's own country, which a file does not name.
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0;-#,##0;"-"',
  42: '#,##0;-#,##0;"-"',
  43: '#,##0.00;-#,##0.00;"-"',
  44: '#,##0.00;-#,##0.00;"-"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
};

/** Numbers of formats whose days and times stand in the order of the reader's own country. */
const isLocalDay = (id: number): boolean =>
  id === 14 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const LOCAL_DAY = /\[\$-(?:F[48]00|x-sys(?:date|time))\]/i;

/** Code units of a format; Excel itself has no longer ones. */
const CODE_MAX = 255;

/** `general` is a number as it is, `day` one that would be read in two ways, such as 3/4: it is written as everywhere. */
type Format = 'general' | 'day' | { code: string; isMoment: boolean; hasDay: boolean };

function formatOf(id: number, described: string | undefined): Format {
  const code = (described ?? BUILT_IN[id])?.trim();
  if (code === undefined) return isLocalDay(id) ? 'day' : 'general';
  if (code === '' || /^(general|@)$/i.test(code) || code.length > CODE_MAX) return 'general';
  if (LOCAL_DAY.test(code)) return 'day';
  try {
    const { year, month, day } = getFormatDateInfo(code);
    return { code, isMoment: isDateFormat(code), hasDay: year || month || day };
  } catch {
    return 'general';
  }
}

const DAY = 24 * 60 * 60 * 1000;
/** Days from the first one of Excel's to that of Unix, where 1900 was taken for a leap year. */
const FIRST_DAY = 25_569;
/** Days that workbooks of old Macs begin later. */
const MAC_DAYS = 1_462;

/** How the cells of a workbook show what they hold, by the number of their style; read from the part of styles. */
export class CellFormats implements XmlReader {
  readonly #isMac: boolean;
  readonly #codes = new Map<number, string>();
  readonly #styles: number[] = [];
  readonly #formats = new Map<number, Format>();
  #isInCells = false;

  constructor({ isMac }: { isMac: boolean }) {
    this.#isMac = isMac;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const id = Number(attributes.get('numFmtId'));
    if (name === 'numFmt') this.#codes.set(id, attributes.get('formatCode') ?? '');
    if (name === 'cellXfs') this.#isInCells = true;
    if (name === 'xf' && this.#isInCells) this.#styles.push(id);
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInCells = false;
  }

  /** A number with its signs, a day or a time as the cell shows it. What a format hides is there nevertheless. */
  number(value: string, style: number): string {
    const number = Number(value);
    if (!Number.isFinite(number) || value.trim() === '') return value;
    const format = this.#formatOf(style);
    if (format === 'general') return plainNumber(number);
    if (format === 'day') return this.#day(number);
    const { code, isMoment, hasDay } = format;
    const shown = shownBy(code, number + (hasDay && this.#isMac ? MAC_DAYS : 0));
    return shown ?? (isMoment ? this.#day(number) : plainNumber(number));
  }

  /** A moment that is written as in ISO 8601. */
  moment(iso: string, style: number): string {
    const format = this.#formatOf(style);
    const time = Date.parse(/T/.test(iso) && !/(Z|[+-]\d\d:?\d\d)$/.test(iso) ? `${iso}Z` : iso);
    const shown =
      typeof format === 'object' && format.isMoment && !Number.isNaN(time)
        ? shownBy(format.code, time / DAY + FIRST_DAY)
        : undefined;
    return shown ?? isoText(iso);
  }

  /** Programs in other languages write their own words for it into the format. */
  boolean(isTrue: boolean, style: number): string {
    const format = this.#formatOf(style);
    const isWords = typeof format === 'object' && /^"[^"]*"(;"[^"]*"){2}$/.test(format.code);
    return (isWords && shownBy(format.code, Number(isTrue))) || (isTrue ? 'TRUE' : 'FALSE');
  }

  /** A text with what its format puts around it, such as `"to "@`. */
  string(text: string, style: number): string {
    const format = this.#formatOf(style);
    if (typeof format !== 'object' || !format.code.includes('@') || text === '') return text;
    const around = shownBy(format.code, '\u0001')?.split('\u0001') ?? [];
    return around.length === 2 ? around.join(text) : text;
  }

  #formatOf(style: number): Format {
    const id = this.#styles[style] ?? 0;
    const known = this.#formats.get(id);
    if (known !== undefined) return known;
    const format = formatOf(id, this.#codes.get(id));
    this.#formats.set(id, format);
    return format;
  }

  /** A moment as it is read everywhere: `2026-11-23`, with its time where it has one; a time alone as `07:30`. */
  #day(serial: number): string {
    const days = serial + (this.#isMac ? MAC_DAYS : 0);
    // Before its leap day that never was, Excel counts a day less.
    const moment = Math.round(((days + (days < 60 ? 1 : 0) - FIRST_DAY) * DAY) / 1000) * 1000;
    const date = new Date(moment);
    if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return String(serial);
    return isoText(date.toISOString(), serial >= 1);
  }
}

/** Undefined for a format that cannot be read or shows nothing. The room that it keeps free is none of the text. */
function shownBy(code: string, value: number | string): string | undefined {
  try {
    const text = asShown(code, value, { nbsp: false }).replace(/ {2,}/g, ' ').trim();
    return text === '' || /NaN|#{3}/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function isoText(iso: string, hasDay = true): string {
  const [day = '', time = ''] = iso.split('T');
  if (!hasDay) return time.slice(0, 5);
  return time === '' || time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

/** A number with the digits that people see: some programs write 0.1 + 0.2 with all that a computer knows of it. */
const plainNumber = (number: number): string => String(Number(number.toPrecision(15)));
