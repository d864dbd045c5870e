const KB = 1024;
const MB = KB * KB;
const GB = MB * KB;

/** Bytes as people read them: `850 kB`, `1.2 MB`, `1.5 GB`. */
export function fileSize(bytes: number, locale: string): string {
  const [value, unit] =
    bytes >= GB
      ? [bytes / GB, 'gigabyte']
      : bytes >= MB
        ? [bytes / MB, 'megabyte']
        : [Math.max(1, Math.ceil(bytes / KB)), 'kilobyte'];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
  return format.format(value);
}
